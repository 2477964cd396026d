import { createDebugView } from '@tenon/debug-draw/pixi';
import {
  ball,
  box,
  createBody,
  createCollider,
  createJoint,
  createWorld,
  stepWorld,
} from '@tenon/physics-core';
import { Application } from 'pixi.js';

const world = createWorld();
const sign = createBody(world, { position: [1, 0, 0] });
createCollider(world, sign, { shape: box(0.5, 0.3, 0.05) });
createJoint(world, ball({ bodyB: sign, anchor: [0, 0.5, 0] }));

const app = new Application();
await app.init({ resizeTo: window, antialias: true });
document.body.append(app.canvas);
app.stage.addChild(createDebugView(app, world).container);
app.ticker.add(() => stepWorld(world, 1 / 60));

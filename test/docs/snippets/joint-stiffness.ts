import { ball, createBody, createJoint, createWorld, jointError, stepWorld } from '@tenon/physics-core';

const world = createWorld({ sleeping: false, jointSolver: 'sweeps' });
const massProperties = { mass: 5, inertia: [1, 1, 1] } as const;
const rigid = createJoint(world, ball({ bodyB: createBody(world, { massProperties }) }));
const soft = createJoint(world, ball({ bodyB: createBody(world, { massProperties }), hertz: 2 }));
for (let i = 0; i < 240; i++) stepWorld(world, 1 / 60);
const stretch = (hertz: number): string => (9.81 / (2 * Math.PI * hertz) ** 2).toFixed(6);
console.log(jointError(world, rigid).linear.toFixed(6), stretch(60)); // 0.000069 0.000069
console.log(jointError(world, soft).linear.toFixed(6), stretch(2)); // 0.062123 0.062123

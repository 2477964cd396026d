import {
  bodyPosition,
  box,
  createBody,
  createCollider,
  createWorld,
  halfSpace,
  linearVelocity,
  setHooks,
  sphere,
  stepWorld,
} from '@tenon/physics-core';

const FLOOR = 1;
const PLATFORM = 2;
const GHOST = 3;

const world = createWorld();
createCollider(world, createBody(world, { type: 'static' }), { shape: halfSpace(), userData: FLOOR });
const platform = createBody(world, { type: 'static', position: [0, 2, 0] });
createCollider(world, platform, { shape: box(1, 0.1, 1), userData: PLATFORM });

setHooks(world, {
  filterPair: ({ userDataA, userDataB }) => userDataA !== GHOST && userDataB !== GHOST,
  modifyContact: (contact) => {
    const { userDataA, userDataB, position, normal, velocity, separation } = contact;
    if (userDataA === PLATFORM || userDataB === PLATFORM) {
      // Solid only for what comes from above and is not in it yet. A has the lower shape kind: look at both sides.
      const side = userDataA === PLATFORM ? 1 : -1;
      const isAbove = side * normal[1] > 0.7 && separation > -0.05;
      if (!isAbove || side * velocity[1] > 0.01) contact.disable();
    }
    if (userDataB !== FLOOR) return;
    if (position[0] > 5) contact.friction = 0; // ice
    if (position[0] < -5) contact.surfaceVelocity[2] = 2; // a belt, as part of B
  },
});

const jumper = createBody(world, { position: [0, 0.5, 0], linearVelocity: [0, 8, 0] });
createCollider(world, jumper, { shape: sphere(0.25) });
const slider = createBody(world, { position: [6, 0.5, 0], linearVelocity: [3, 0, 0] });
createCollider(world, slider, { shape: box(0.5, 0.5, 0.5) });
const parcel = createBody(world, { position: [-6, 0.5, 0] });
createCollider(world, parcel, { shape: box(0.5, 0.5, 0.5) });
const ghost = createBody(world, { position: [0, 0.5, 9] });
createCollider(world, ghost, { shape: box(0.5, 0.5, 0.5), userData: GHOST });
for (let i = 0; i < 120; i++) stepWorld(world, 1 / 60);

console.log(bodyPosition(world, jumper)[1].toFixed(2)); // 2.35
console.log(linearVelocity(world, slider)[0].toFixed(2)); // 3.00
console.log(linearVelocity(world, parcel)[2].toFixed(2)); // 2.00
console.log(bodyPosition(world, ghost)[1] < -10); // true

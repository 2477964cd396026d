import { createWorld, settingSpecs, updateSettings, worldSettings } from '@tenon/physics-core';

const world = createWorld({ gravity: [0, -1.62, 0], substeps: 8 });
updateSettings(world, { sleeping: false, hitEventSpeed: 2 });
console.log(worldSettings(world).substeps); // 8

const { unit, min, max } = settingSpecs.slop;
console.log(unit, min, max); // m 0 0.1

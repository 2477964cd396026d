import { colliderMesh } from '@tenon/debug-draw';
import {
  box,
  collider,
  colliderOf,
  coreWorld,
  createPhysics,
  halfSpace,
  position,
  RenderTransform,
  rigidBody,
  sphere,
  stepPhysics,
} from '@tenon/ecs-plugin';
import { addEntity, createWorld, observe, onRemove, query, removeEntity } from 'bitecs';
import { BufferAttribute, BufferGeometry, Mesh, MeshStandardMaterial, Scene } from 'three';

const world = createPhysics(createWorld());
const scene = new Scene();
addEntity(world, rigidBody({ type: 'static' }), collider(halfSpace()));
const crate = addEntity(world, position(0, 3, 0), rigidBody(), collider(box(0.5, 0.5, 0.5)), RenderTransform);
addEntity(world, position(2, 1, 0), rigidBody(), collider(sphere(0.5)), RenderTransform);

// One mesh an entity: the triangles of its collider, in the frame of its body. A model of your own goes there as well.
const meshes = new Map<number, Mesh>();
const addMesh = (entity: number): Mesh => {
  const handle = colliderOf(world, entity);
  const { positions, normals } = colliderMesh(coreWorld(world), handle!)!;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: 0x88aabb }));
  meshes.set(entity, mesh);
  scene.add(mesh);
  return mesh;
};

// What goes takes its mesh along.
observe(world, onRemove(RenderTransform), (entity) => {
  meshes.get(entity)?.removeFromParent();
  meshes.get(entity)?.geometry.dispose();
  meshes.delete(entity);
});

// Once a frame, after which the renderer draws the scene.
const frame = (seconds: number): void => {
  stepPhysics(world, seconds);
  const { x, y, z, qx, qy, qz, qw } = RenderTransform;
  for (const entity of query(world, [RenderTransform])) {
    const mesh = meshes.get(entity) ?? addMesh(entity);
    mesh.position.set(x[entity], y[entity], z[entity]);
    mesh.quaternion.set(qx[entity], qy[entity], qz[entity], qw[entity]);
  }
};
for (let i = 0; i < 288; i++) frame(1 / 144);
console.log(scene.children.length, meshes.get(crate)?.position.y.toFixed(2)); // 2 0.50
removeEntity(world, crate);
frame(1 / 144);
console.log(scene.children.length); // 1

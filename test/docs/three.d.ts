/** What the snippets use of three.js, which has no types of its own. */
declare module 'three' {
  export class Object3D {
    readonly children: readonly Object3D[];
    readonly position: { readonly y: number; set(x: number, y: number, z: number): void };
    readonly quaternion: { set(x: number, y: number, z: number, w: number): void };
    frustumCulled: boolean;
    add(child: Object3D): void;
    removeFromParent(): void;
  }
  export class Scene extends Object3D {}
  export class InterleavedBuffer {
    constructor(array: ArrayLike<number>, stride: number);
    needsUpdate: boolean;
  }
  export class BufferAttribute {
    constructor(array: ArrayLike<number>, itemSize: number);
  }
  export class InterleavedBufferAttribute {
    constructor(data: InterleavedBuffer, itemSize: number, offset: number, normalized?: boolean);
    readonly data: InterleavedBuffer;
  }
  export class BufferGeometry {
    readonly attributes: Readonly<Record<string, InterleavedBufferAttribute>>;
    readonly drawRange: { readonly count: number };
    setAttribute(name: string, attribute: BufferAttribute | InterleavedBufferAttribute): void;
    setDrawRange(start: number, count: number): void;
    dispose(): void;
  }
  export class MeshStandardMaterial {
    constructor(parameters: { color: number });
  }
  export class LineBasicMaterial {
    constructor(parameters: { vertexColors: boolean; transparent: boolean });
  }
  export class Mesh extends Object3D {
    constructor(geometry: BufferGeometry, material: MeshStandardMaterial);
    geometry: BufferGeometry;
  }
  export class LineSegments extends Object3D {
    constructor(geometry: BufferGeometry, material: LineBasicMaterial);
    geometry: BufferGeometry;
  }
}

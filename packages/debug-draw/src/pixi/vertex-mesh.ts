import { Buffer, BufferUsage, Geometry, Mesh, Rectangle, Shader, State, UniformGroup } from 'pixi.js';
import { BYTES_PER_VERTEX, type VertexBuffer } from '../vertex-buffer.js';
import { fragmentGlsl, shaderWgsl, vertexGlsl } from './shaders.js';

/** Vertices on the GPU. Graphics would cost fifty times as much, because it builds triangles on the processor every frame. */
export interface VertexStore {
  readonly geometry: Geometry;
  readonly vertices: Buffer;
}

export const createVertexStore = (topology: 'line-list' | 'triangle-list'): VertexStore => {
  const vertices = new Buffer({
    data: new Float32Array(BYTES_PER_VERTEX),
    usage: BufferUsage.VERTEX | BufferUsage.COPY_DST,
    shrinkToFit: false,
    label: `debug ${topology}`,
  });
  const geometry = new Geometry({
    // Not "aPosition": Pixi would read that one to work out 2D bounds.
    attributes: {
      aPoint: { buffer: vertices, format: 'float32x3', stride: BYTES_PER_VERTEX, offset: 0 },
      aVertexColour: { buffer: vertices, format: 'unorm8x4', stride: BYTES_PER_VERTEX, offset: 12 },
    },
    indexBuffer: countingIndices(3),
    topology,
  });
  return { geometry, vertices };
};

/** Hands the vertices to the GPU. With none of them the passes must be hidden: to Pixi an index count of 0 means "all". */
export const uploadVertices = ({ geometry, vertices }: VertexStore, source: Readonly<VertexBuffer>): void => {
  const capacity = source.floats.byteLength / BYTES_PER_VERTEX;
  if (geometry.indexBuffer.data.length < capacity) geometry.indexBuffer.data = countingIndices(capacity);
  geometry.indexCount = source.vertexCount;
  if (vertices.data !== source.floats) vertices.data = source.floats;
  vertices.update(source.vertexCount * BYTES_PER_VERTEX);
};

/** 0, 1, 2, ...: an index buffer is what lets Pixi draw fewer vertices than the buffer holds. */
const countingIndices = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, i) => i);

/** From where a picture is taken. */
export interface PictureView {
  /** World to clip space, 16 numbers column by column (`viewProjection`). */
  readonly matrix: Float32Array;
  /** Size of the picture in the mesh's own 2D units, normally the size of the screen in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Distance from the eye at which vertices start to fade, and at which they are gone, metres. */
  readonly fadeStart: number;
  readonly fadeEnd: number;
  /** See `depthTowardsEye`; 0 unless given. */
  readonly depthBias?: number;
  /** Size of a pixel of the screen in the mesh's 2D units; 1 unless given. */
  readonly pixel?: number;
}

export const createViewUniforms = (): UniformGroup =>
  new UniformGroup({
    uViewProjection: { value: new Float32Array(16), type: 'mat4x4<f32>' },
    uSize: { value: new Float32Array(2), type: 'vec2<f32>' },
    uFade: { value: new Float32Array(2), type: 'vec2<f32>' },
    uDepthBias: { value: 0, type: 'f32' },
    uPixel: { value: 1, type: 'f32' },
  });

interface ViewUniforms {
  readonly uViewProjection: Float32Array;
  readonly uSize: Float32Array;
  readonly uFade: Float32Array;
  uDepthBias: number;
  uPixel: number;
}

export const setViewUniforms = (group: UniformGroup, view: PictureView): void => {
  const uniforms = group.uniforms as unknown as ViewUniforms;
  uniforms.uViewProjection.set(view.matrix);
  uniforms.uSize[0] = view.width;
  uniforms.uSize[1] = view.height;
  uniforms.uFade[0] = view.fadeStart;
  uniforms.uFade[1] = view.fadeEnd;
  uniforms.uDepthBias = view.depthBias ?? 0;
  uniforms.uPixel = view.pixel ?? 1;
  group.update();
};

/** One way of drawing a store. Several passes may draw the same vertices. */
export interface PassOptions {
  readonly depthTest: boolean;
  readonly depthWrite: boolean;
  /** Vertices whose opacity is at least the first and below the second number; by default all. */
  readonly opacities?: readonly [from: number, below: number];
  /** Leaves out triangles that are seen from behind: a surface with one side does not hide what it holds. */
  readonly frontOnly?: boolean;
  /** Comes nearer by one depth bias. */
  readonly nearer?: boolean;
  /** Pixels of the screen to the right and down. */
  readonly shift?: readonly [x: number, y: number];
}

export interface Pass {
  readonly mesh: Mesh<Geometry, Shader>;
  readonly look: UniformGroup;
}

export const createPass = (store: VertexStore, view: UniformGroup, options: PassOptions): Pass => {
  const [from, below] = options.opacities ?? [0, 2];
  const look = new UniformGroup({
    uLook: { value: new Float32Array([1, from, below, options.nearer ? 1 : 0]), type: 'vec4<f32>' },
    uShift: { value: new Float32Array(options.shift ?? [0, 0]), type: 'vec2<f32>' },
    uFirst: { value: 0, type: 'f32' },
  });
  const shader = Shader.from({
    gl: { vertex: vertexGlsl, fragment: fragmentGlsl, name: 'debug-draw' },
    gpu: {
      vertex: { source: shaderWgsl, entryPoint: 'vertexMain' },
      fragment: { source: shaderWgsl, entryPoint: 'fragmentMain' },
    },
    resources: { view, look },
  });
  const state = State.for2d();
  state.depthTest = options.depthTest;
  state.depthMask = options.depthWrite;
  state.culling = options.frontOnly ?? false;
  const mesh = new Mesh({ geometry: store.geometry, shader, state });
  // The bounds of 3D points in 2D mean nothing; without an area of its own Pixi would look for them.
  mesh.boundsArea = new Rectangle(0, 0, 1, 1);
  mesh.eventMode = 'none';
  mesh.visible = false;
  return { mesh, look };
};

/** The opacity by which those of the vertices are multiplied, and the first vertex that the pass draws. */
export const setPass = ({ look }: Pass, opacity: number, firstVertex: number): void => {
  const { uniforms } = look;
  const values = uniforms.uLook as Float32Array;
  if (values[0] === opacity && uniforms.uFirst === firstVertex) return;
  values[0] = opacity;
  uniforms.uFirst = firstVertex;
  look.update();
};

export const destroyPass = ({ mesh }: Pass): void => {
  mesh.shader?.destroy();
  mesh.destroy();
};

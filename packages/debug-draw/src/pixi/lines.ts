import { Buffer, BufferUsage, Geometry, Mesh, Rectangle, Shader, UniformGroup } from 'pixi.js';
import { BYTES_PER_VERTEX, type LineBuffer } from './line-buffer.js';
import { fragmentGlsl, linesWgsl, vertexGlsl } from './line-shaders.js';

/**
 * The one file that knows Pixi: a line buffer as a mesh of the line-list topology. Graphics would cost fifty times as
 * much per line, because it builds triangles on the processor every frame.
 */
export interface PixiLines {
  readonly mesh: Mesh<Geometry, Shader>;
  readonly vertices: Buffer;
  readonly view: UniformGroup;
}

export interface LineView {
  /** World to clip space, 16 numbers column by column (`viewProjection`). */
  readonly matrix: Float32Array;
  /** Size of the picture in the mesh's own 2D units, normally the size of the screen in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Distance from the eye at which lines start to fade, and at which they are gone, metres. */
  readonly fadeStart: number;
  readonly fadeEnd: number;
}

export const createPixiLines = (): PixiLines => {
  const vertices = new Buffer({
    data: new Float32Array(BYTES_PER_VERTEX),
    usage: BufferUsage.VERTEX | BufferUsage.COPY_DST,
    shrinkToFit: false,
    label: 'debug lines',
  });
  const geometry = new Geometry({
    // Not "aPosition": Pixi would read that one to work out 2D bounds.
    attributes: {
      aPoint: { buffer: vertices, format: 'float32x3', stride: BYTES_PER_VERTEX, offset: 0 },
      aLineColour: { buffer: vertices, format: 'unorm8x4', stride: BYTES_PER_VERTEX, offset: 12 },
    },
    indexBuffer: countingIndices(2),
    topology: 'line-list',
  });
  const view = new UniformGroup({
    uViewProjection: { value: new Float32Array(16), type: 'mat4x4<f32>' },
    uSize: { value: new Float32Array(2), type: 'vec2<f32>' },
    uFade: { value: new Float32Array(2), type: 'vec2<f32>' },
  });
  const shader = Shader.from({
    gl: { vertex: vertexGlsl, fragment: fragmentGlsl, name: 'debug-lines' },
    gpu: {
      vertex: { source: linesWgsl, entryPoint: 'vertexMain' },
      fragment: { source: linesWgsl, entryPoint: 'fragmentMain' },
    },
    resources: { view },
  });
  const mesh = new Mesh({ geometry, shader });
  // The bounds of 3D lines in 2D mean nothing; without an area of its own Pixi would look for them.
  mesh.boundsArea = new Rectangle(0, 0, 1, 1);
  mesh.eventMode = 'none';
  mesh.visible = false;
  return { mesh, vertices, view };
};

/** Hands the lines to the GPU; they are drawn in the next render of the mesh's stage. */
export const uploadLines = (lines: PixiLines, buffer: LineBuffer, view: LineView): void => {
  const { mesh, vertices } = lines;
  const { geometry } = mesh;
  // An index count of 0 would mean "all of them".
  mesh.visible = buffer.vertexCount > 0;
  const uniforms = lines.view.uniforms as Record<'uViewProjection' | 'uSize' | 'uFade', Float32Array>;
  uniforms.uViewProjection.set(view.matrix);
  uniforms.uSize[0] = view.width;
  uniforms.uSize[1] = view.height;
  uniforms.uFade[0] = view.fadeStart;
  uniforms.uFade[1] = view.fadeEnd;
  lines.view.update();

  const capacity = buffer.floats.byteLength / BYTES_PER_VERTEX;
  if (geometry.indexBuffer.data.length < capacity) geometry.indexBuffer.data = countingIndices(capacity);
  geometry.indexCount = buffer.vertexCount;
  if (vertices.data !== buffer.floats) vertices.data = buffer.floats;
  vertices.update(buffer.vertexCount * BYTES_PER_VERTEX);
};

/** 0, 1, 2, ...: an index buffer is what lets Pixi draw fewer vertices than the buffer holds. */
const countingIndices = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, i) => i);

import type { Geometry, Mesh, Shader, UniformGroup } from 'pixi.js';
import type { LineBuffer } from '../line-buffer.js';
import {
  createPass,
  createVertexStore,
  createViewUniforms,
  type PictureView,
  setViewUniforms,
  uploadVertices,
  type VertexStore,
} from './vertex-mesh.js';

/** A line buffer of your own as a Pixi mesh, without a depth test: later lines lie on top. */
export interface PixiLines {
  readonly mesh: Mesh<Geometry, Shader>;
  readonly store: VertexStore;
  readonly view: UniformGroup;
}

export const createPixiLines = (): PixiLines => {
  const store = createVertexStore('line-list');
  const view = createViewUniforms();
  const { mesh } = createPass(store, view, { depthTest: false, depthWrite: false });
  return { mesh, store, view };
};

/** Hands the lines to the GPU; they are drawn in the next render of the mesh's stage. */
export const uploadLines = (lines: PixiLines, buffer: LineBuffer, view: PictureView): void => {
  lines.mesh.visible = buffer.vertexCount > 0;
  setViewUniforms(lines.view, view);
  uploadVertices(lines.store, buffer);
};

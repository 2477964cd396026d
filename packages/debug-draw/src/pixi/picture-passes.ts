import { Container, type UniformGroup } from 'pixi.js';
import type { Drawing } from '../layers/drawing.js';
import {
  createPass,
  createVertexStore,
  createViewUniforms,
  destroyPass,
  type Pass,
  type PictureView,
  setPass,
  setViewUniforms,
  uploadVertices,
  type VertexStore,
} from './vertex-mesh.js';

/**
 * A drawing in several passes, back to front. Opaque faces, which alone write depth, come first. Then follow lines and
 * faces once more, less opaque and without a depth test: joints lie inside bodies and would never be seen. Glassy faces
 * and the lines that nothing hides come last. The GPU draws lines one pixel wide, which is too thin on dense screens:
 * there they are drawn again, one pixel beside.
 */
export interface PicturePasses {
  readonly container: Container;
  readonly view: UniformGroup;
  readonly lines: VertexStore;
  readonly triangles: VertexStore;
  readonly opaqueFaces: Pass;
  readonly hiddenLines: Pass;
  readonly glassyFaces: Pass;
  readonly hiddenJointFaces: Pass;
  readonly hiddenJointLines: Pass;
  readonly openLines: Pass;
  readonly beside: readonly Pass[];
}

/** How much of what lies behind faces shines through, 0 to 1. */
export interface ShineThrough {
  /** Edges of bodies, boxes, the tree. */
  bodies: number;
  /** Contacts and joints. */
  joints: number;
}

/** Pixels of the screen per CSS pixel from which on lines are drawn again beside. */
const DENSE = 1.5;
/** Vertex opacities from here on count as opaque. */
const OPAQUE = 0.99;

export const createPicturePasses = (): PicturePasses => {
  const view = createViewUniforms();
  const lines = createVertexStore('line-list');
  const triangles = createVertexStore('triangle-list');
  const through = { depthTest: false, depthWrite: false };
  const openLines = { depthTest: true, depthWrite: false, nearer: true };
  const passes: PicturePasses = {
    container: new Container(),
    view,
    lines,
    triangles,
    opaqueFaces: createPass(triangles, view, {
      depthTest: true,
      depthWrite: true,
      opacities: [OPAQUE, 2],
      frontOnly: true,
    }),
    hiddenLines: createPass(lines, view, through),
    glassyFaces: createPass(triangles, view, { depthTest: true, depthWrite: false, opacities: [0, OPAQUE] }),
    hiddenJointFaces: createPass(triangles, view, through),
    hiddenJointLines: createPass(lines, view, through),
    openLines: createPass(lines, view, openLines),
    beside: [
      createPass(lines, view, { ...openLines, shift: [1, 0] }),
      createPass(lines, view, { ...openLines, shift: [0, 1] }),
    ],
  };
  passes.container.addChild(...allPasses(passes).map(({ mesh }) => mesh));
  return passes;
};

/** In the order in which they are drawn. */
const allPasses = (passes: PicturePasses): Pass[] => [
  passes.opaqueFaces,
  passes.hiddenLines,
  passes.glassyFaces,
  passes.hiddenJointFaces,
  passes.hiddenJointLines,
  passes.openLines,
  ...passes.beside,
];

export const showPicture = (
  passes: PicturePasses,
  drawing: Drawing,
  view: PictureView,
  through: ShineThrough,
): void => {
  const { lines, triangles, jointsFrom } = drawing;
  const hasLines = lines.vertexCount > 0;
  const hasFaces = triangles.vertexCount > 0;
  passes.opaqueFaces.mesh.visible = hasFaces;
  passes.glassyFaces.mesh.visible = hasFaces;
  passes.openLines.mesh.visible = hasLines;
  passes.hiddenLines.mesh.visible = hasLines && hasFaces && through.bodies > 0;
  passes.hiddenJointLines.mesh.visible = hasLines && hasFaces && through.joints > 0;
  passes.hiddenJointFaces.mesh.visible = triangles.vertexCount > jointsFrom.triangles && through.joints > 0;
  const dense = (view.pixel ?? 1) * DENSE <= 1;
  for (const { mesh } of passes.beside) mesh.visible = hasLines && dense;

  setPass(passes.hiddenLines, through.bodies, 0);
  setPass(passes.hiddenJointLines, through.joints, jointsFrom.lines);
  setPass(passes.hiddenJointFaces, through.joints, jointsFrom.triangles);
  setViewUniforms(passes.view, view);
  if (hasLines) uploadVertices(passes.lines, lines);
  if (hasFaces) uploadVertices(passes.triangles, triangles);
};

export const destroyPicturePasses = (passes: PicturePasses): void => {
  for (const pass of allPasses(passes)) destroyPass(pass);
  passes.lines.geometry.destroy(true);
  passes.triangles.geometry.destroy(true);
};

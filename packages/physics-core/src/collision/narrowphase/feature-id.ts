/**
 * Feature ids of polyhedron contacts. A point is where a vertex of one shape meets a face of the other, or
 * where an edge of each meet. The id names exactly that and not who was the reference, so that a contact
 * keeps its impulses when the reference changes sides:
 *
 *   bits 31..16 the feature of A, bits 15..0 the feature of B; each is two vertex indices (a hull has at most 256)
 *   edge v w      v < w     (v << 8) | w
 *   vertex v      v = v     (v << 8) | v
 *   face          v > w     1 0, as no edge is written in falling order (which face is not kept: the vertex on it says enough)
 */
export const FACE_CODE = 0x0100;

export const vertexCode = (v: number): number => v * 0x0101;

export const edgeCode = (v: number, w: number): number => (v < w ? (v << 8) | w : (w << 8) | v);

export const packFeature = (codeA: number, codeB: number): number => (codeA << 16) | codeB;

/** The same contact with A and B exchanged. */
export const swapFeature = (feature: number): number => (feature << 16) | (feature >>> 16);

/*
 * Both shaders do the same. A point goes to clip space by the 3D camera; from there to the 2D units of the mesh,
 * without dividing by w; then through Pixi's three 2D matrices, so that render targets, flips and the mesh's own
 * position and scale work; w is kept, so that the GPU clips what lies behind the eye. In perspective w is also the
 * distance along the view axis, by which vertices fade. uLook holds what differs from pass to pass: opacity, the range
 * of vertex opacities that the pass draws, and how many depth biases it comes nearer. uFirst is the first vertex that it
 * draws. The others go beyond the far plane, and their primitive with them, because all corners of a triangle and both
 * ends of a line have one opacity. uShift moves a pass by whole pixels of the screen.
 */
export const vertexGlsl = `#version 300 es
in vec3 aPoint;
in vec4 aVertexColour;
out vec4 vColour;
uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform vec4 uWorldColorAlpha;
uniform mat3 uTransformMatrix;
uniform vec4 uColor;
uniform mat4 uViewProjection;
uniform vec2 uSize;
uniform vec2 uFade;
uniform float uDepthBias;
uniform float uPixel;
uniform vec4 uLook;
uniform vec2 uShift;
uniform float uFirst;
void main() {
  vec4 clip = uViewProjection * vec4(aPoint, 1.0);
  vec3 flat2d = vec3(0.5 * uSize * vec2(clip.w + clip.x, clip.w - clip.y), clip.w);
  flat2d.xy += uShift * (uPixel * clip.w);
  vec3 placed = uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix * flat2d;
  gl_Position = vec4(placed.xy, clip.z - uLook.w * uDepthBias, clip.w);
  bool drawn = aVertexColour.a >= uLook.y && aVertexColour.a < uLook.z && float(gl_VertexID) >= uFirst;
  if (!drawn) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  float fade = clamp((uFade.y - clip.w) / (uFade.y - uFade.x), 0.0, 1.0);
  vColour = vec4(aVertexColour.rgb, 1.0) * (aVertexColour.a * fade * uLook.x) * uColor * uWorldColorAlpha;
}`;

export const fragmentGlsl = `#version 300 es
in vec4 vColour;
out vec4 finalColor;
void main() {
  finalColor = vColour;
}`;

export const shaderWgsl = `
struct GlobalUniforms {
  uProjectionMatrix: mat3x3<f32>,
  uWorldTransformMatrix: mat3x3<f32>,
  uWorldColorAlpha: vec4<f32>,
  uResolution: vec2<f32>,
}
struct LocalUniforms {
  uTransformMatrix: mat3x3<f32>,
  uColor: vec4<f32>,
  uRound: f32,
}
struct View {
  uViewProjection: mat4x4<f32>,
  uSize: vec2<f32>,
  uFade: vec2<f32>,
  uDepthBias: f32,
  uPixel: f32,
}
struct Look {
  uLook: vec4<f32>,
  uShift: vec2<f32>,
  uFirst: f32,
}
@group(0) @binding(0) var<uniform> globalUniforms: GlobalUniforms;
@group(1) @binding(0) var<uniform> localUniforms: LocalUniforms;
@group(2) @binding(0) var<uniform> view: View;
@group(2) @binding(1) var<uniform> look: Look;

struct Vertex {
  @builtin(position) position: vec4<f32>,
  @location(0) colour: vec4<f32>,
}

@vertex
fn vertexMain(
  @location(0) aPoint: vec3<f32>,
  @location(1) aVertexColour: vec4<f32>,
  @builtin(vertex_index) index: u32,
) -> Vertex {
  let clip = view.uViewProjection * vec4<f32>(aPoint, 1.0);
  let inside = 0.5 * view.uSize * vec2<f32>(clip.w + clip.x, clip.w - clip.y);
  let flat2d = vec3<f32>(inside + look.uShift * (view.uPixel * clip.w), clip.w);
  let placed = globalUniforms.uProjectionMatrix * globalUniforms.uWorldTransformMatrix * localUniforms.uTransformMatrix * flat2d;
  let fade = clamp((view.uFade.y - clip.w) / (view.uFade.y - view.uFade.x), 0.0, 1.0);
  let shown = aVertexColour.a * fade * look.uLook.x;
  let colour = vec4<f32>(aVertexColour.rgb, 1.0) * shown * localUniforms.uColor * globalUniforms.uWorldColorAlpha;
  var position = vec4<f32>(placed.xy, clip.z - look.uLook.w * view.uDepthBias, clip.w);
  if (aVertexColour.a < look.uLook.y || aVertexColour.a >= look.uLook.z || f32(index) < look.uFirst) {
    position = vec4<f32>(0.0, 0.0, 2.0, 1.0);
  }
  return Vertex(position, colour);
}

@fragment
fn fragmentMain(@location(0) colour: vec4<f32>) -> @location(0) vec4<f32> {
  return colour;
}`;

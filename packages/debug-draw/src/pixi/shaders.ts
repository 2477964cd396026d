/*
 * Both shaders do the same. A point goes to clip space by the 3D camera; from there to the 2D units of the mesh,
 * without dividing by w; then through Pixi's three 2D matrices, so that render targets, flips and the mesh's own
 * position and scale work; w is kept, so that the GPU clips what lies behind the eye. w is also the distance along the
 * view axis, by which lines fade.
 */
export const vertexGlsl = `
in vec3 aPoint;
in vec4 aLineColour;
out vec4 vColour;
uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform mat3 uTransformMatrix;
uniform mat4 uViewProjection;
uniform vec2 uSize;
uniform vec2 uFade;
void main() {
  vec4 clip = uViewProjection * vec4(aPoint, 1.0);
  vec3 flat2d = vec3(0.5 * uSize * vec2(clip.w + clip.x, clip.w - clip.y), clip.w);
  vec3 placed = uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix * flat2d;
  gl_Position = vec4(placed.xy, clip.z, clip.w);
  float shown = aLineColour.a * clamp((uFade.y - clip.w) / (uFade.y - uFade.x), 0.0, 1.0);
  vColour = vec4(aLineColour.rgb * shown, shown);
}`;

export const fragmentGlsl = `
in vec4 vColour;
out vec4 finalColor;
void main() {
  finalColor = vColour;
}`;

export const linesWgsl = `
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
}
@group(0) @binding(0) var<uniform> globalUniforms: GlobalUniforms;
@group(1) @binding(0) var<uniform> localUniforms: LocalUniforms;
@group(2) @binding(0) var<uniform> view: View;

struct LineVertex {
  @builtin(position) position: vec4<f32>,
  @location(0) colour: vec4<f32>,
}

@vertex
fn vertexMain(@location(0) aPoint: vec3<f32>, @location(1) aLineColour: vec4<f32>) -> LineVertex {
  let clip = view.uViewProjection * vec4<f32>(aPoint, 1.0);
  let flat2d = vec3<f32>(0.5 * view.uSize * vec2<f32>(clip.w + clip.x, clip.w - clip.y), clip.w);
  let placed = globalUniforms.uProjectionMatrix * globalUniforms.uWorldTransformMatrix * localUniforms.uTransformMatrix * flat2d;
  let shown = aLineColour.a * clamp((view.uFade.y - clip.w) / (view.uFade.y - view.uFade.x), 0.0, 1.0);
  return LineVertex(vec4<f32>(placed.xy, clip.z, clip.w), vec4<f32>(aLineColour.rgb * shown, shown));
}

@fragment
fn fragmentMain(@location(0) colour: vec4<f32>) -> @location(0) vec4<f32> {
  return colour;
}`;

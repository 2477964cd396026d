import { type OrbitCamera, orbit, pan, zoom } from '../camera.js';

const RADIANS_PER_PIXEL = 0.006;
/** One notch of a mouse wheel (100 pixels) zooms by about 12 %. */
const ZOOM_PER_WHEEL_PIXEL = 0.0012;
const PIXELS_PER_LINE = 16;
const LEFT_BUTTON = 0;

export interface OrbitInputOptions {
  /** Asked when a pointer goes down: false leaves the drag to you, for example because it started on a body. */
  readonly accepts?: (event: PointerEvent) => boolean;
}

interface Finger {
  x: number;
  y: number;
}

/**
 * Left drag orbits, any other button or shift pans, the wheel zooms; one finger orbits, two pan and pinch. Where the
 * camera cannot turn, a left drag pans. Returns what stops it.
 */
export const listenForOrbit = (
  element: HTMLElement,
  camera: OrbitCamera,
  options: OrbitInputOptions = {},
): (() => void) => {
  const fingers = new Map<number, Finger>();
  let panning = false;

  const onDown = (event: PointerEvent): void => {
    if (options.accepts?.(event) === false) return;
    panning = event.button !== LEFT_BUTTON || event.shiftKey;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    element.setPointerCapture(event.pointerId);
    element.classList.add('dragging');
  };
  const onMove = (event: PointerEvent): void => {
    const finger = fingers.get(event.pointerId);
    if (finger === undefined) return;
    const dx = event.clientX - finger.x;
    const dy = event.clientY - finger.y;
    const spread = spreadOf(fingers);
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (fingers.size > 1) {
      // Each finger reports for itself, so that both together pan once.
      pan(camera, dx / fingers.size, dy / fingers.size, element.clientHeight);
      const now = spreadOf(fingers);
      if (spread > 0 && now > 0) zoom(camera, spread / now);
    } else if (panning || camera.planar) pan(camera, dx, dy, element.clientHeight);
    else orbit(camera, -dx * RADIANS_PER_PIXEL, dy * RADIANS_PER_PIXEL);
  };
  const onEnd = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    if (fingers.size === 0) element.classList.remove('dragging');
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE;
    zoom(camera, Math.exp(event.deltaY * (lines ? PIXELS_PER_LINE : 1) * ZOOM_PER_WHEEL_PIXEL));
  };
  const onMenu = (event: Event): void => event.preventDefault();

  const touchAction = element.style.touchAction;
  element.style.touchAction = 'none';
  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('lostpointercapture', onEnd);
  element.addEventListener('contextmenu', onMenu);
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    element.style.touchAction = touchAction;
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('lostpointercapture', onEnd);
    element.removeEventListener('contextmenu', onMenu);
    element.removeEventListener('wheel', onWheel);
  };
};

/** Between the first two fingers, pixels; 0 with fewer. */
const spreadOf = (fingers: ReadonlyMap<number, Finger>): number => {
  const [a, b] = fingers.values();
  return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
};

import { type OrbitCamera, orbit, pan, zoom } from '@tenon/debug-draw';

const RADIANS_PER_PIXEL = 0.006;
/** One notch of a mouse wheel (100 pixels) zooms by about 12 %. */
const ZOOM_PER_WHEEL_PIXEL = 0.0012;
const RIGHT_BUTTON = 2;

/** Left drag orbits, right drag (or shift and drag) pans, the wheel zooms. */
export const listenForCamera = (element: HTMLElement, camera: OrbitCamera): void => {
  let panning = false;
  element.addEventListener('contextmenu', (event) => event.preventDefault());
  element.addEventListener('pointerdown', (event) => {
    panning = event.button === RIGHT_BUTTON || event.shiftKey;
    element.setPointerCapture(event.pointerId);
    element.classList.add('dragging');
  });
  element.addEventListener('pointermove', (event) => {
    if (!element.hasPointerCapture(event.pointerId)) return;
    const { movementX: dx, movementY: dy } = event;
    if (panning) pan(camera, dx, dy, element.clientHeight);
    else orbit(camera, -dx * RADIANS_PER_PIXEL, dy * RADIANS_PER_PIXEL);
  });
  element.addEventListener('lostpointercapture', () => element.classList.remove('dragging'));
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      // Browsers report wheel steps in pixels or, in mode 1, in lines.
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      zoom(camera, Math.exp(pixels * ZOOM_PER_WHEEL_PIXEL));
    },
    { passive: false },
  );
};

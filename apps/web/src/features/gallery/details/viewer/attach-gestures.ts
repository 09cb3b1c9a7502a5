import type { Point } from './geometry';
import { STILL } from './viewer-elements';
import type { ImageViewer } from './image-viewer';

const pointsOf = (touches: TouchList): Point[] =>
  [...touches].map(({ clientX, clientY }) => ({ x: clientX, y: clientY }));

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button') !== null;

const isImage = (target: EventTarget | null): boolean => target instanceof Element && target.closest(STILL) !== null;

/**
 * Fingers, by touch events: only a touchmove can be taken from the browser after the finger has shown where it goes, so that
 * the page scrolls on whatever is not ours.
 */
function listenToFingers(viewer: HTMLElement, control: ImageViewer): () => void {
  const begun = ({ touches, timeStamp }: TouchEvent) => control.begin(pointsOf(touches), timeStamp);
  const moved = (event: TouchEvent) => {
    // The browser scrolls already.
    if (!event.cancelable) return;
    if (control.move(pointsOf(event.touches), event.timeStamp)) event.preventDefault();
  };
  const ended = (event: TouchEvent) => {
    const pressed = control.end(pointsOf(event.touches), event.timeStamp);
    // Neither a click of the mouse nor the browser's own double tap follows.
    if (pressed && event.cancelable && !isControl(event.target)) event.preventDefault();
  };
  const cancelled = () => control.cancel();
  viewer.addEventListener('touchstart', begun, { passive: true });
  viewer.addEventListener('touchmove', moved, { passive: false });
  viewer.addEventListener('touchend', ended, { passive: false });
  viewer.addEventListener('touchcancel', cancelled);
  return () => {
    viewer.removeEventListener('touchstart', begun);
    viewer.removeEventListener('touchmove', moved);
    viewer.removeEventListener('touchend', ended);
    viewer.removeEventListener('touchcancel', cancelled);
  };
}

const MOVED_PX = 4;

/** A mouse: a click looks closer or away again, and what is looked at closely is moved. */
function listenToMouse(viewer: HTMLElement, control: ImageViewer): () => void {
  let from: Point | null = null;
  let dragging = false;
  const at = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY });
  const pressed = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0 || isControl(event.target)) return;
    if (!isImage(event.target) && !control.isZoomed) return;
    from = at(event);
    dragging = false;
    viewer.setPointerCapture(event.pointerId);
  };
  const moved = (event: PointerEvent) => {
    if (!from) return;
    const here = at(event);
    if (!dragging && Math.hypot(here.x - from.x, here.y - from.y) > MOVED_PX && control.isZoomed) {
      dragging = true;
      control.begin([from], event.timeStamp);
    }
    if (dragging) control.move([here], event.timeStamp);
  };
  const released = (event: PointerEvent) => {
    if (!from) return;
    const here = at(event);
    const isClick = Math.hypot(here.x - from.x, here.y - from.y) <= MOVED_PX;
    from = null;
    if (dragging) control.end([], event.timeStamp);
    else if (isClick) control.toggleZoom(here);
  };
  const cancelled = () => {
    if (dragging) control.cancel();
    from = null;
  };
  // The image is moved, not taken to another window.
  const dragged = (event: DragEvent) => event.preventDefault();
  viewer.addEventListener('pointerdown', pressed);
  viewer.addEventListener('pointermove', moved);
  viewer.addEventListener('pointerup', released);
  viewer.addEventListener('pointercancel', cancelled);
  viewer.addEventListener('dragstart', dragged);
  return () => {
    viewer.removeEventListener('pointerdown', pressed);
    viewer.removeEventListener('pointermove', moved);
    viewer.removeEventListener('pointerup', released);
    viewer.removeEventListener('pointercancel', cancelled);
    viewer.removeEventListener('dragstart', dragged);
  };
}

/** Lets fingers and mouse act on a viewer. Returns the end of it. */
export function attachGestures(viewer: HTMLElement, control: ImageViewer): () => void {
  const ends = [listenToFingers(viewer, control), listenToMouse(viewer, control)];
  return () => ends.forEach((end) => end());
}

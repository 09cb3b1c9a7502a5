import type { Point } from './geometry';
import { STILL } from './stage-body';
import type { StageControl } from './stage-control';

const pointsOf = (touches: TouchList): Point[] =>
  [...touches].map(({ clientX, clientY }) => ({ x: clientX, y: clientY }));

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button') !== null;

const isPicture = (target: EventTarget | null): boolean => target instanceof Element && target.closest(STILL) !== null;

/**
 * Fingers, by touch events: only a touchmove can be taken from the browser after the finger has shown where it goes, so that
 * the page scrolls on whatever is not ours.
 */
function listenToFingers(stage: HTMLElement, control: StageControl): () => void {
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
  stage.addEventListener('touchstart', begun, { passive: true });
  stage.addEventListener('touchmove', moved, { passive: false });
  stage.addEventListener('touchend', ended, { passive: false });
  stage.addEventListener('touchcancel', cancelled);
  return () => {
    stage.removeEventListener('touchstart', begun);
    stage.removeEventListener('touchmove', moved);
    stage.removeEventListener('touchend', ended);
    stage.removeEventListener('touchcancel', cancelled);
  };
}

const MOVED_PX = 4;

/** A mouse: a click looks closer or away again, and what is looked at closely is moved. */
function listenToMouse(stage: HTMLElement, control: StageControl): () => void {
  let from: Point | null = null;
  let dragging = false;
  const at = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY });
  const pressed = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0 || isControl(event.target)) return;
    if (!isPicture(event.target) && !control.isZoomed) return;
    from = at(event);
    dragging = false;
    stage.setPointerCapture(event.pointerId);
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
  // The picture is moved, not taken to another window.
  const dragged = (event: DragEvent) => event.preventDefault();
  stage.addEventListener('pointerdown', pressed);
  stage.addEventListener('pointermove', moved);
  stage.addEventListener('pointerup', released);
  stage.addEventListener('pointercancel', cancelled);
  stage.addEventListener('dragstart', dragged);
  return () => {
    stage.removeEventListener('pointerdown', pressed);
    stage.removeEventListener('pointermove', moved);
    stage.removeEventListener('pointerup', released);
    stage.removeEventListener('pointercancel', cancelled);
    stage.removeEventListener('dragstart', dragged);
  };
}

/** Lets fingers and mouse act on a stage. Returns the end of it. */
export function listenTo(stage: HTMLElement, control: StageControl): () => void {
  const ends = [listenToFingers(stage, control), listenToMouse(stage, control)];
  return () => ends.forEach((end) => end());
}

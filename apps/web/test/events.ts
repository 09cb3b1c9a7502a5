import { createEvent, fireEvent } from '@testing-library/react';

type PointerName = 'pointerDown' | 'pointerMove' | 'pointerUp' | 'pointerCancel';
type TouchName = 'touchStart' | 'touchMove' | 'touchEnd';
interface At {
  clientX: number;
  clientY: number;
  /** Of a mouse. */
  button?: number;
  /** False of a further finger. */
  isPrimary?: boolean;
}

/** Sends an event with what jsdom leaves out of it. Returns whether its default was prevented. */
function send(target: Element, event: Event, part: object): boolean {
  for (const [name, value] of Object.entries(part)) Object.defineProperty(event, name, { value });
  return !fireEvent(target, event);
}

/** A pointer, by default a finger. */
export const point = (target: Element, name: PointerName, at: At, pointerType = 'touch'): boolean =>
  send(target, createEvent[name](target), { pointerType, isPrimary: true, pointerId: 1, button: 0, ...at });

/** Fingers that are on the screen after the event. */
export const touch = (target: Element, name: TouchName, touches: readonly At[]): boolean =>
  send(target, createEvent[name](target), {
    touches,
    changedTouches: touches.length > 0 ? touches : [{ clientX: 0, clientY: 0 }],
  });

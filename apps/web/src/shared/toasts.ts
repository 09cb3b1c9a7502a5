/**
 * Short messages from anywhere in the app, also outside of components. The machinery that shows them is loaded with the
 * first message; what comes earlier waits.
 */
export type ToastKind = 'success' | 'info' | 'error';

export interface ToastMessage {
  kind: ToastKind;
  text: string;
  /** The same key replaces the message that is shown instead of piling up. */
  key: string;
  /** `until`: milliseconds of this machine's clock; the seconds left are shown, and the message goes when it is over. */
  action?: { label: string; run: () => void; until?: number };
  /** Milliseconds; errors stay until they are closed. */
  duration?: number;
  /** Reference that people can copy for support. */
  requestId?: string | undefined;
}

type Sink = (message: ToastMessage) => void;

let sink: Sink | null = null;
let withdraw: (() => void) | null = null;
let waiting: ToastMessage[] = [];
const watchers = new Set<() => void>();

export function showToast(message: Omit<ToastMessage, 'key'> & { key?: string }): void {
  const complete = { ...message, key: message.key ?? `${message.kind}:${message.text}` };
  if (sink) {
    sink(complete);
    return;
  }
  waiting.push(complete);
  watchers.forEach((changed) => changed());
}

/** How long something that was replaced or removed in this browser can be had back. */
export const UNDO_MS = 10_000;

/** Says that something of a draft is gone, which can be had back for a while. */
export const showUndo = (key: string, text: string, action: { label: string; run: () => void }): void =>
  showToast({ kind: 'info', key, text, action, duration: UNDO_MS });

/** Takes back the messages that offer to do something: who they were for has gone. */
export function withdrawOffers(): void {
  waiting = waiting.filter(({ action }) => action === undefined);
  withdraw?.();
}

/** For the host: whether a message waits that nobody shows yet. */
export const toastsWaiting = (): boolean => waiting.length > 0;

export function watchToasts(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** For the host: takes over showing, beginning with what waited, and taking back offers. Returns the hand-back. */
export function connectToasts(next: Sink, withdrawShown: () => void = () => undefined): () => void {
  sink = next;
  withdraw = withdrawShown;
  const first = waiting;
  waiting = [];
  first.forEach(next);
  return () => {
    sink = null;
    withdraw = null;
  };
}

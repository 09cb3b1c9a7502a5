import type { EventSubject } from './payment-provider.port.js';

const KINDS = ['subscription', 'checkout', 'payment'] as const;

/** As the inbox keeps it: events of one object have the same. */
export const writeSubject = (subject: EventSubject): string =>
  subject.kind === 'none' ? '' : `${subject.kind}:${subject.id}`;

export function readSubject(text: string): EventSubject {
  const [name, id = ''] = text.split(/:(.*)/s);
  const kind = KINDS.find((known) => known === name);
  return kind ? { kind, id } : { kind: 'none' };
}

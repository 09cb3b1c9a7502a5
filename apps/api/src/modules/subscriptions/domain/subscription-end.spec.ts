import { expect, test } from '@jest/globals';
import { decideEnd, needsUndo, type End, type EndFacts } from './subscription-end.js';

const ENDED_AT = new Date('2026-01-15T12:00:00Z');
const KEPT: End = { closesHere: false, stopsAtProvider: false, stopsAgain: false };
const STOPPED_ONCE: End = { ...KEPT, stopsAtProvider: true };
const STOPPED: End = { ...STOPPED_ONCE, stopsAgain: true };
const CLOSED: End = { ...STOPPED_ONCE, closesHere: true };
const NEEDED: EndFacts = {
  status: 'active',
  isDuplicate: false,
  hasAccount: true,
  billing: 'running',
  endedAt: null,
  hasOpenInvoice: false,
};
const OVER = { status: 'canceled', billing: 'stopped', endedAt: ENDED_AT } as const;

test.each<[string, Partial<EndFacts>, End]>([
  ['one that its owner needs goes on', {}, KEPT],
  ['one whose renewal failed goes on, since it may still be paid', { status: 'past_due', hasOpenInvoice: true }, KEPT],
  ['one that was cancelled at the provider keeps its paid period', { billing: 'stopped' }, KEPT],
  ['a second one is stopped, until it has ended', { isDuplicate: true }, STOPPED],
  ['one of a removed account is stopped, until it has ended', { hasAccount: false }, STOPPED],
  ['a second one in its grace is stopped, too', { status: 'past_due', isDuplicate: true }, STOPPED],
  ['a second one that never began is left', { status: 'incomplete', isDuplicate: true }, KEPT],
  ['a second one that was cancelled at the provider ends here', { isDuplicate: true, billing: 'stopped' }, CLOSED],
  ['a removed account ends the paid period of a cancelled one', { hasAccount: false, billing: 'stopped' }, CLOSED],
  [
    'one that would charge again is stopped, until it has ended',
    { status: 'incomplete', billing: 'must_stop' },
    STOPPED,
  ],
  [
    'one that would charge again after its end is stopped once',
    { status: 'canceled', billing: 'must_stop', endedAt: ENDED_AT },
    STOPPED_ONCE,
  ],
  ['one that has ended is left', OVER, KEPT],
  ['a second one that has ended is left', { ...OVER, isDuplicate: true }, KEPT],
  [
    'one that has ended with an invoice that can be paid is stopped once',
    { ...OVER, hasOpenInvoice: true },
    STOPPED_ONCE,
  ],
])('%s', (_, facts, expected) => {
  expect(decideEnd({ ...NEEDED, ...facts })).toEqual(expected);
});

test.each<[string, End, { hasUnearned: boolean; isUndone: boolean }, boolean]>([
  ['one that goes on and has earned its payments is left', KEPT, { hasUnearned: false, isUndone: false }, false],
  ['what brought nothing is paid back', KEPT, { hasUnearned: true, isUndone: false }, true],
  ['a refund is asked for once, though it is told later', KEPT, { hasUnearned: true, isUndone: true }, false],
  ['what is to be stopped is stopped', STOPPED, { hasUnearned: false, isUndone: false }, true],
  ['what goes on all the same is stopped again', STOPPED, { hasUnearned: false, isUndone: true }, true],
  ['what needs one try gets one', STOPPED_ONCE, { hasUnearned: true, isUndone: true }, false],
])('%s', (_, end, facts, expected) => {
  expect(needsUndo(end, facts)).toBe(expected);
});

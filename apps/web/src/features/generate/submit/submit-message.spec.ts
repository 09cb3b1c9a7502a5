import { describe, expect, it } from '@jest/globals';
import type { ErrorCode, Model, Refusal } from '@app/contracts';
import { QUOTA } from '../../../../test/server';
import type { Failure } from './failure';
import { submitMessage, type SubmitMessage, type SubmitSituation } from './submit-message';

const MODEL: Model = 'sd3.5-large';
const SETTINGS_KEY = 'a fox';
const SITUATION: SubmitSituation = {
  offline: false,
  reasons: [],
  refused: null,
  failed: null,
  settingsKey: SETTINGS_KEY,
  quota: QUOTA,
  model: MODEL,
  news: null,
};

const failure = (code: ErrorCode): Failure => ({
  error: { status: 503, code, message: code, details: [], requestId: null, retryAfter: null },
  model: MODEL,
  retryAt: null,
});
const failed = (code: ErrorCode) => ({ failed: { failure: failure(code), settingsKey: SETTINGS_KEY, quota: QUOTA } });
const refused = (reason: Refusal) => ({ refused: { reason, settingsKey: SETTINGS_KEY } });
/** What is known of the account after it was read again. */
const REREAD = { quota: { ...QUOTA } };
const OTHER_SETTINGS = { settingsKey: 'a crow' };

const told = (message: SubmitMessage | null): string | null => {
  if (message?.kind === 'refusal') return `refusal ${message.code}`;
  return message?.kind === 'failure' ? `failure ${message.failure.error.code}` : (message?.kind ?? null);
};

type Rule = [rule: string, now: Partial<SubmitSituation>, expected: string | null];

it.each<Rule>([
  ['nothing is told while nothing stands against a request', {}, null],
  [
    'without a network only that is told',
    { offline: true, reasons: ['TOO_MANY_IN_FLIGHT'], ...refused('TOO_MANY_IN_FLIGHT'), ...failed('BACKLOG_FULL') },
    'offline',
  ],
])('%s', (_, now, expected) => expect(told(submitMessage({ ...SITUATION, ...now }))).toBe(expected));

describe('a reason against the settings', () => {
  it.each<Rule>([
    [
      'is told before a press where it disables the button',
      { reasons: ['TOO_MANY_IN_FLIGHT'] },
      'refusal TOO_MANY_IN_FLIGHT',
    ],
    [
      'is told before a press for a model that is not there',
      { reasons: ['MODEL_NOT_SUPPORTED'] },
      'refusal MODEL_NOT_SUPPORTED',
    ],
    ['waits for the press where it can be seen: no prompt', { reasons: ['PROMPT_REQUIRED'] }, null],
    ['waits for the press where the button is enabled', { reasons: ['INSUFFICIENT_CREDITS'] }, null],
    [
      'that is told at once is found behind one that waits',
      { reasons: ['PROMPT_REQUIRED', 'TOO_MANY_IN_FLIGHT'] },
      'refusal TOO_MANY_IN_FLIGHT',
    ],
    [
      'is told after a press',
      { reasons: ['PROMPT_REQUIRED'], ...refused('PROMPT_REQUIRED') },
      'refusal PROMPT_REQUIRED',
    ],
    [
      'of the last press comes before one that is told at once',
      { reasons: ['PROMPT_TOO_LONG', 'TOO_MANY_IN_FLIGHT'], ...refused('PROMPT_TOO_LONG') },
      'refusal PROMPT_TOO_LONG',
    ],
    [
      'is told no more once the settings are others',
      { reasons: ['PROMPT_REQUIRED'], ...refused('PROMPT_REQUIRED'), ...OTHER_SETTINGS },
      null,
    ],
    ['is told no more once it is over', { ...refused('INSUFFICIENT_CREDITS') }, null],
  ])('%s', (_, now, expected) => expect(told(submitMessage({ ...SITUATION, ...now }))).toBe(expected));
});

describe('a failed request', () => {
  it.each<Rule>([
    ['is told', failed('BACKLOG_FULL'), 'failure BACKLOG_FULL'],
    ['is still told for other settings', { ...failed('BACKLOG_FULL'), ...OTHER_SETTINGS }, 'failure BACKLOG_FULL'],
    ['is still told for another model', { ...failed('BACKLOG_FULL'), model: 'sd3.5-medium' }, 'failure BACKLOG_FULL'],
    [
      'comes before a reason that is told at once',
      { ...failed('BACKLOG_FULL'), reasons: ['TOO_MANY_IN_FLIGHT'] },
      'failure BACKLOG_FULL',
    ],
    [
      'comes after the refusal of a later press',
      { ...failed('BACKLOG_FULL'), reasons: ['PROMPT_REQUIRED'], ...refused('PROMPT_REQUIRED') },
      'refusal PROMPT_REQUIRED',
    ],
  ])('%s', (_, now, expected) => expect(told(submitMessage({ ...SITUATION, ...now }))).toBe(expected));
});

describe('a failure for an engine that is down', () => {
  const down = failed('ENGINE_UNAVAILABLE');
  it.each<Rule>([
    ['is told', down, 'failure ENGINE_UNAVAILABLE'],
    ['is told while the engine is known to be down', { ...down, news: 'down' }, 'failure ENGINE_UNAVAILABLE'],
    ['is over once the engine is back', { ...down, news: 'back' }, null],
    ['is over for another model', { ...down, model: 'sd3.5-medium' }, null],
    [
      'does not hide what is told at once when it is over',
      { ...down, news: 'back', reasons: ['TOO_MANY_IN_FLIGHT'] },
      'refusal TOO_MANY_IN_FLIGHT',
    ],
  ])('%s', (_, now, expected) => expect(told(submitMessage({ ...SITUATION, ...now }))).toBe(expected));
});

describe('a failure by what the account allows', () => {
  it.each<Rule>([
    ['is told as it was answered', failed('TOO_MANY_IN_FLIGHT'), 'failure TOO_MANY_IN_FLIGHT'],
    ['is over once the account was read again and suffices', { ...failed('TOO_MANY_IN_FLIGHT'), ...REREAD }, null],
    ['is over for settings for which it suffices', { ...failed('TOO_MANY_IN_FLIGHT'), ...OTHER_SETTINGS }, null],
    [
      'stays while the account says the same',
      { ...failed('TOO_MANY_IN_FLIGHT'), ...REREAD, reasons: ['TOO_MANY_IN_FLIGHT'] },
      'failure TOO_MANY_IN_FLIGHT',
    ],
    ['for missing credits leads to the plans', failed('INSUFFICIENT_CREDITS'), 'refusal INSUFFICIENT_CREDITS'],
    [
      'for missing credits gives way to a reason that is told at once',
      { ...failed('INSUFFICIENT_CREDITS'), reasons: ['TOO_MANY_IN_FLIGHT'] },
      'refusal TOO_MANY_IN_FLIGHT',
    ],
    [
      'for the limit of a plan leads to the plans once the account says the same',
      { ...failed('PLAN_LIMIT'), ...REREAD, reasons: ['PLAN_LIMIT'] },
      'refusal PLAN_LIMIT',
    ],
    ['for the limit of a plan is told as it was answered until then', failed('PLAN_LIMIT'), 'failure PLAN_LIMIT'],
  ])('%s', (_, now, expected) => expect(told(submitMessage({ ...SITUATION, ...now }))).toBe(expected));
});

import { describe, expect, it, jest } from '@jest/globals';
import {
  DEFAULT_SIZE,
  DEFAULT_STYLE,
  NEGATIVE_PROMPT_MAX,
  PROMPT_MAX,
  type ErrorCode,
  type Model,
  type Quota,
  type Refusal,
} from '@app/contracts';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '../../../../test/render-part';
import { QUOTA, USER, startServer } from '../../../../test/server';
import { IDLE } from '../../../../test/submit-handle';
import '../../../api/endpoints/generations';
import { EMPTY_DRAFT, type GenerateSettings } from '../settings/settings';
import { SubmitBar } from './submit-bar';
import type { SubmitHandle } from './use-submit';

startServer();
const MODEL: Model = 'sd3.5-large';

const failed = (code: ErrorCode, status = 503, retryAt: number | null = null): Pick<SubmitHandle, 'message'> => {
  const error = { status, code, message: `text of ${code}`, details: [], requestId: null, retryAfter: null };
  return { message: { kind: 'failure', failure: { error, model: MODEL, retryAt } } };
};
const refused = (code: Refusal): Pick<SubmitHandle, 'message'> => ({ message: { kind: 'refusal', code } });

interface Shown {
  submission?: Partial<SubmitHandle>;
  settings?: Partial<GenerateSettings>;
  quota?: Quota | null;
  onEdit?: (() => void) | null;
  onModel?: (model: Model) => void;
}

async function show({
  submission = {},
  settings = {},
  quota = QUOTA,
  onEdit = null,
  onModel = () => undefined,
}: Shown) {
  const submit = jest.fn<() => Promise<void>>();
  const onForm = jest.fn<() => void>();
  const whole: GenerateSettings = {
    ...EMPTY_DRAFT,
    prompt: 'fox',
    model: MODEL,
    style: DEFAULT_STYLE,
    size: DEFAULT_SIZE,
    ...settings,
  };
  await renderPart(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onForm();
      }}
    >
      <SubmitBar
        settings={whole}
        quota={quota ?? undefined}
        submission={{ ...IDLE, submit, ...submission }}
        onModel={onModel}
        onEdit={onEdit}
      />
    </form>,
    { user: USER, namespaces: ['generate', 'work'] },
  );
  return onForm;
}
const button = () => screen.getByRole('button', { name: /Generate|Sending/ });
const alert = () => screen.getByRole('alert').textContent;

describe('the button', () => {
  it('names the price of all images, and sends once for a double click', async () => {
    const onForm = await show({ settings: { count: 2 } });
    expect(button()).toHaveTextContent('Generate, ·13 credits');
    await userEvent.dblClick(button());
    expect(onForm).toHaveBeenCalledTimes(1);
    expect(screen.getByText('1.5 of 14.5 credits left afterwards')).toBeVisible();
    expect(alert()).toBe('');
  });

  it('rests while something stands against it, and says so while it is sending', async () => {
    await show({ submission: { disabled: true, sending: true } });
    expect(button()).toHaveTextContent('Sending…');
    expect(button()).toBeDisabled();
  });

  it.each<[string, Shown, boolean]>([
    ['a press can be heard', {}, true],
    ['its engine is down', { submission: { news: 'down' } }, false],
    ['credits do not suffice', { quota: { ...QUOTA, remainingCredits: 1 } }, false],
    ['it was too early', { submission: failed('RATE_LIMITED', 429, Date.now() + 60_000) }, false],
    ['it was too early and no longer is', { submission: failed('RATE_LIMITED', 429, Date.now() - 1) }, true],
  ])('is loud only where a press helps: %s', async (_, shown, isLoud) => {
    await show(shown);
    expect(button().classList.contains('bg-amber')).toBe(isLoud);
  });

  it('is beside the prompt where that is out of sight, unless there is none', async () => {
    const onEdit = jest.fn<() => void>();
    await show({ onEdit });
    await userEvent.click(screen.getByRole('button', { name: 'fox' }));
    expect(onEdit).toHaveBeenCalledTimes(1);
    await show({ onEdit, settings: { prompt: '  ' } });
    expect(screen.getAllByRole('button')).toHaveLength(3);
  });
});

describe('credits', () => {
  it('that do not suffice are told at once, with the model that they suffice for', async () => {
    const onModel = jest.fn<(model: Model) => void>();
    await show({ quota: { ...QUOTA, remainingCredits: 6.4 }, onModel });
    expect(screen.getByText(/^This needs 6\.5 credits, you have 6\.4\./)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Use / }));
    expect(onModel.mock.calls).toEqual([['sd3.5-large-turbo']]);
  });

  it.each([6.4, 0.5, 0])('that do not suffice lead to the plans before anything is pressed (%d)', async (credits) => {
    await show({ quota: { ...QUOTA, remainingCredits: credits } });
    expect(alert()).toBe('');
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
  });

  it('that just suffice are left as none', async () => {
    await show({ quota: { ...QUOTA, remainingCredits: 6.5 } });
    expect(screen.getByText('0 of 6.5 credits left afterwards')).toBeVisible();
  });

  it('that are refused are told once, with the way to more of them', async () => {
    const quota = { ...QUOTA, remainingCredits: 3, nextGrantAt: '2026-12-01T12:00:00.000Z' };
    await show({ quota, submission: refused('INSUFFICIENT_CREDITS') });
    expect(screen.getAllByText(/This needs 6\.5 credits, you have 3\./)).toHaveLength(1);
    expect(alert()).toContain('Your next credits come on December 1.');
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
  });

  it('are not spoken of while they are not known', async () => {
    await show({ quota: null });
    expect(screen.queryByText(/credits left/)).toBeNull();
  });
});

describe('above the button stands', () => {
  it.each<[Pick<SubmitHandle, 'message'>, string | RegExp]>([
    [{ message: { kind: 'offline' } }, /offline/i],
    [refused('TOO_MANY_IN_FLIGHT'), /^4 generations are running\. The next can start when one of them is done\.$/],
    [refused('PROMPT_REQUIRED'), 'Please enter image description'],
    [failed('BACKLOG_FULL'), /^Too many images are in the queue.* No credits were spent\.$/],
    [failed('RATE_LIMITED', 429), /^Too many requests in a short time\. No credits were spent\.$/],
    [
      failed('TOO_MANY_REFUSALS', 429),
      /^The engine declined too many of your prompts.* Use other words .* No credits were spent\.$/,
    ],
    [failed('TOO_MANY_IN_FLIGHT', 429), /^4 generations are running\..* No credits were spent\.$/],
    [failed('ENGINE_UNAVAILABLE'), 'SD 3.5 Large is unavailable right now. No credits were spent.'],
    [failed('INTERNAL_ERROR', 500), /never charges twice\.$/],
    [failed('VALIDATION_FAILED', 422), /^(?!.*never charges twice)/],
  ])('%j', async (submission, text) => {
    await show({ submission });
    if (typeof text === 'string') expect(alert()).toBe(text);
    else expect(alert()).toMatch(text);
  });

  it.each([
    ['PROMPT_TOO_LONG', { prompt: 'a'.repeat(PROMPT_MAX + 7) }, 'The prompt is 7 over the limit.'],
    [
      'NEGATIVE_PROMPT_TOO_LONG',
      { prompt: 'a'.repeat(PROMPT_MAX + 7), negativePrompt: 'a'.repeat(NEGATIVE_PROMPT_MAX + 3) },
      '“Leave out” is 3 over the limit.',
    ],
  ] as const)('how much a text is too long (%s)', async (refusal, settings, text) => {
    // The balance may not be known yet.
    await show({ submission: refused(refusal), settings, quota: null });
    expect(alert()).toBe(text);
  });

  it('that credits are missing, with the way to more of them', async () => {
    await show({ quota: { ...QUOTA, remainingCredits: 3 }, submission: refused('INSUFFICIENT_CREDITS') });
    expect(alert()).toContain('This needs 6.5 credits, you have 3. See the plans');
    expect(screen.getAllByText(/This needs 6\.5 credits/)).toHaveLength(1);
    expect(alert()).not.toContain('No credits were spent');
  });

  it('that the plan makes fewer images, with the way to larger ones', async () => {
    await show({ submission: refused('PLAN_LIMIT') });
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
  });

  it('nothing at all, not even the sign of a failure, while nothing stands against it', async () => {
    const sign = () => screen.getByRole('alert').parentElement?.previousElementSibling ?? null;
    await show({});
    expect(screen.getByRole('alert')).toBeEmptyDOMElement();
    expect(sign()).toBeNull();
    cleanup();
    await show({ submission: { message: { kind: 'offline' } } });
    expect(sign()).not.toBeNull();
  });

  it('a refusal whose figures are not known yet', async () => {
    await show({ quota: null, submission: refused('INSUFFICIENT_CREDITS') });
    expect(alert()).not.toContain('This needs');
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
    cleanup();
    await show({ quota: null, submission: failed('TOO_MANY_IN_FLIGHT', 429) });
    expect(
      screen.getByText('Your other generations are still running. No credits were spent; try again when one is done.'),
    ).toBeVisible();
  });

  it('that one generation is all the plan allows', async () => {
    const quota = { ...QUOTA, inFlightLimit: 1 };
    await show({ quota, submission: refused('TOO_MANY_IN_FLIGHT') });
    expect(alert()).toBe('A generation is running. The next can start when it is done.');
    cleanup();
    await show({ quota, submission: failed('TOO_MANY_IN_FLIGHT', 429) });
    expect(alert()).toBe('A generation is running. The next can start when it is done. No credits were spent.');
  });

  it('when it can be tried again', async () => {
    await show({ submission: failed('BACKLOG_FULL', 503, Date.now() + 20_000) });
    expect(screen.getByText(/^Try again in (20|19) s\.$/)).toBeVisible();
    await show({ submission: failed('BACKLOG_FULL', 503, Date.now() - 1) });
    expect(screen.getByText('You can try again now.')).toBeVisible();
  });

  it('once that the engine is down: by the banner, or by the failure of a request', async () => {
    const told = () => screen.getAllByText(/unavailable right now/).length;
    await show({ submission: { news: 'down' } });
    expect([told(), alert()]).toEqual([1, '']);
    cleanup();
    await show({ submission: { news: 'down', ...failed('ENGINE_UNAVAILABLE') } });
    expect([told(), alert()]).toEqual([1, 'SD 3.5 Large is unavailable right now. No credits were spent.']);
  });
});

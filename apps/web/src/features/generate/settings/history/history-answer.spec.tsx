import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '../../../../../test/render-part';
import { HistoryAnswer } from './history-answer';
import { PromptHistoryOption } from './prompt-history-option';
import type { PromptEntries } from './use-prompt-entries';

const FOX = { prompt: 'a fox', negative_prompt: null, last_used_at: '2026-11-19T08:00:00.000Z' };
const OUTAGE = { status: 503, code: 'SERVICE_UNAVAILABLE', message: '', requestId: null, fields: {} };

async function show(part: Partial<PromptEntries>, query = '') {
  const retry = jest.fn();
  const entries: PromptEntries = { found: null, error: undefined, busy: false, retry, more: null, ...part };
  const answer = (
    <HistoryAnswer entries={entries} query={query}>
      The list
    </HistoryAnswer>
  );
  const { unmount } = await renderPart(answer, { user: null, namespaces: ['generate'] });
  return { retry, unmount };
}
const list = () => screen.queryByText('The list');
const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');

describe('the answer of the history', () => {
  it('is the list, and for a search how many were found', async () => {
    const { unmount } = await show({ found: [FOX] });
    expect(list()).toBeVisible();
    expect(said()).toBe('');
    unmount();
    await show({ found: [FOX, FOX] }, 'fox');
    expect(list()).toBeVisible();
    expect(said()).toMatch(/^2 /);
  });

  it.each([
    ['', 'Nothing yet. Your prompts are kept here.'],
    ['  ', 'Nothing yet. Your prompts are kept here.'],
    ['owl', 'No prompt has these words.'],
  ])('for %j says once all is known that there is nothing: %s', async (query, text) => {
    const { unmount } = await show({ found: [], busy: true }, query);
    expect(said()).toBe('');
    unmount();
    const second = await show({ found: null }, query);
    expect(said()).toBe('');
    second.unmount();
    await show({ found: [] }, query);
    expect(said()).toBe(text);
    expect(list()).toBeNull();
  });

  it('is why there is none, with another try; an error beside a list says nothing', async () => {
    const { retry, unmount } = await show({ error: OUTAGE });
    expect(screen.getByRole('alert')).toHaveTextContent('Server error, please try again later');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledTimes(1);
    unmount();
    await show({ error: OUTAGE, found: [FOX] });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(list()).toBeVisible();
  });
});

describe('an earlier prompt', () => {
  const option = (active: boolean, part: object = {}, on: () => void = () => undefined) =>
    renderPart(
      <PromptHistoryOption
        id="one"
        entry={{ ...FOX, ...part }}
        active={active}
        onPoint={on}
        onChoose={() => undefined}
      />,
      { user: null, namespaces: ['generate'] },
    );

  it('says what it left out, and when it was used last', async () => {
    const { unmount } = await option(false);
    expect(screen.getByRole('option')).toHaveTextContent(/^a foxNov 19, 2026$/);
    unmount();
    await option(false, { negative_prompt: 'snow' });
    expect(screen.getByRole('option')).toHaveTextContent(/^a fox.*snow.*Nov 19, 2026$/);
  });

  it('comes into view when it is the one that Enter takes, and then alone', async () => {
    const scroll = jest.spyOn(Element.prototype, 'scrollIntoView');
    const { unmount } = await option(false);
    expect(scroll).not.toHaveBeenCalled();
    expect(screen.getByRole('option')).toHaveAttribute('aria-selected', 'false');
    unmount();
    await option(true);
    expect(scroll).toHaveBeenCalledWith({ block: 'nearest' });
    expect(screen.getByRole('option')).toHaveAttribute('aria-selected', 'true');
    scroll.mockRestore();
  });

  it('is pointed at by the mouse, whose press leaves the focus in the field', async () => {
    const onPoint = jest.fn();
    await option(false, {}, onPoint);
    fireEvent.pointerMove(screen.getByRole('option'));
    expect(onPoint).toHaveBeenCalledTimes(1);
    expect(fireEvent.mouseDown(screen.getByRole('option'))).toBe(false);
  });
});

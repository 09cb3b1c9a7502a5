import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BATCH_BODY_BYTES } from '@app/contracts';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '../../../../test/render-part';
import { connectToasts, type ToastMessage } from '../../../shared/toasts';
import { readDraft } from '../draft';
import { useDraft } from '../use-draft';
import { InputCard } from './input-card';
import { parseTable } from './parse-table';

function Card({ limit }: { limit: number }) {
  const handle = useDraft();
  return <InputCard handle={handle} room={limit - handle.draft.rows.length} limit={limit} />;
}

const open = (limit = 3) =>
  renderPart(<Card limit={limit} />, { user: null, namespaces: ['batch', 'options'], settles: true });
const add = () => within(screen.getByRole('region')).getByRole('button', { name: /^Add/ });
const prompts = () => readDraft().rows.map(({ cells }) => cells.prompt);
const findings = () => screen.getByRole('status').textContent;
const tab = (name: string) => screen.getByRole('tab', { name });

async function paste(text: string) {
  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.paste(text);
}

/** A file as the browser hands it over; jsdom cannot read one. */
const file = (name: string, text: string, size = text.length) =>
  Object.defineProperties(new File([text], name), {
    arrayBuffer: { value: async () => new TextEncoder().encode(text).buffer },
    size: { value: size },
  });

const choose = (chosen: File) =>
  userEvent.upload(screen.getByLabelText('Choose a file', { selector: 'input' }), chosen, { applyAccept: false });

describe('lines', () => {
  it('become as many rows as fit; the rest stays', async () => {
    await open();
    expect(add()).toBeDisabled();
    expect(add()).toHaveTextContent('Add rows');
    expect(findings()).toBe('');
    await paste('A\nB\nC');
    expect(add()).toHaveTextContent('Add 3 rows');
    expect(findings()).toBe('3 rows found');
    await paste('\nD');
    expect(add()).toHaveTextContent('Add the first 3');
    expect(findings()).toBe('4 rows foundRoom for 3 more: a batch has at most 3 rows.');
    await userEvent.click(add());
    expect(prompts()).toEqual(['A', 'B', 'C']);
    expect(screen.getByRole('textbox')).toHaveValue('D');
    expect(findings()).toBe('1 row foundThe batch is full: it has 3 rows.');
    expect(add()).toHaveTextContent('Add rows');
    expect(add()).toBeDisabled();
    expect(screen.getByRole('textbox')).toHaveAttribute('spellcheck', 'true');
  });
});

describe('a table', () => {
  it('says what it does not use and which lines it cannot read, and is gone once it was added', async () => {
    await open();
    await userEvent.click(tab('CSV, JSONL'));
    expect(screen.getByRole('textbox')).toHaveAttribute('spellcheck', 'false');
    await paste('{"prompt":"A","mood":1,"b":1,"c":1,"d":1,"e":1,"f":1}\n1\n2\n3\n4\n5\n6');
    await waitFor(() =>
      expect(findings()).toBe('1 row foundNot used: mood, b, c, d, and eNot valid JSON: line 2, 3, 4, 5, and 6'),
    );
    await userEvent.click(add());
    expect(prompts()).toEqual(['A']);
    expect(screen.getByRole('textbox')).toHaveValue('');
    await waitFor(() => expect(findings()).toBe(''));
  });
});

describe('of a table', () => {
  const openTable = async (limit?: number) => {
    await open(limit);
    await userEvent.click(tab('CSV, JSONL'));
  };

  it('the rows that do not fit stay for the next batch', async () => {
    await openTable(2);
    await paste('prompt,style\nA,anime\nB,comic\n"C, D",anime');
    await waitFor(() => expect(add()).toHaveTextContent('Add the first 2'));
    await userEvent.click(add());
    await waitFor(() => expect(prompts()).toEqual(['A', 'B']));
    await waitFor(() => expect(findings()).toBe('1 row foundThe batch is full: it has 2 rows.'));
    const rest = screen.getByRole<HTMLTextAreaElement>('textbox').value;
    expect((await parseTable(rest)).rows).toEqual([{ prompt: 'C, D', style: 'anime' }]);
  });

  it('what stands there is added, also right after it was replaced', async () => {
    await openTable();
    await paste('prompt\nA');
    await waitFor(() => expect(add()).toHaveTextContent('Add 1 row'));
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'prompt\nB\nC' } });
    fireEvent.click(add());
    await waitFor(() => expect(prompts()).toEqual(['B', 'C']));
  });
});

describe('a template', () => {
  it('is counted, gives as many rows as fit and stays', async () => {
    await open(2);
    await userEvent.click(tab('Template'));
    await paste('A {red|white} fox at {dawn|dusk}');
    expect(findings()).toMatch(/^4 rows found/);
    await userEvent.click(add());
    expect(prompts()).toEqual(['A red fox at dawn', 'A red fox at dusk']);
    expect(screen.getByRole('textbox')).toHaveValue('A {red|white} fox at {dawn|dusk}');
    expect(readDraft()).toMatchObject({ source: 'template', texts: { lines: '', table: '' } });
  });
});

describe('a file', () => {
  it('of plain text holds lines, any other one a table', async () => {
    await open();
    await choose(file('PROMPTS.TXT', 'A\nB'));
    expect(await screen.findByLabelText('Prompts, one per line')).toHaveValue('A\nB');
    await choose(file('rows.txt.csv', 'prompt\nC'));
    expect(await screen.findByLabelText('Rows from a sheet or a program')).toHaveValue('prompt\nC');
    expect(readDraft().texts.lines).toBe('A\nB');
  });

  it('is refused when it is too large, until one that is not comes', async () => {
    await open();
    await choose(file('rows.csv', 'A', BATCH_BODY_BYTES + 1));
    expect(await screen.findByText('The file is larger than 524 kB.')).toBeVisible();
    expect(readDraft().texts.table).toBe('');
    await choose(file('rows.csv', 'A', BATCH_BODY_BYTES));
    await waitFor(() => expect(readDraft().texts.table).toBe('A'));
    expect(screen.queryByText(/is larger than/)).toBeNull();
  });

  it('that is no text is refused with what to do, and what was written stays', async () => {
    await open();
    await userEvent.click(tab('CSV, JSONL'));
    await paste('prompt\nA');
    await choose(file('Covers.xlsx', 'PK\u0003\u0004sheet'));
    expect(await screen.findByText(/^Covers\.xlsx cannot be read as text, so nothing was added\./)).toHaveTextContent(
      'In Excel or another spreadsheet, save the sheet as CSV (UTF-8) and choose that file.',
    );
    expect(readDraft()).toMatchObject({ source: 'table', texts: { lines: '', table: 'prompt\nA' } });
    await choose(file('a.csv', 'prompt\nA'));
    await waitFor(() => expect(screen.queryByText(/cannot be read as text/)).toBeNull());
  });

  it('that cannot be read, as a folder, is refused with what to do, and what was written stays', async () => {
    await open();
    await paste('A');
    const folder = Object.defineProperty(new File([], 'covers'), 'arrayBuffer', {
      value: () => Promise.reject(new DOMException('A directory', 'NotFoundError')),
    });
    const card = screen.getByRole('region', { name: 'Add rows' });
    fireEvent(card, createEvent.drop(card, { dataTransfer: { types: ['Files'], files: [folder] } }));
    expect(await screen.findByText(/^covers could not be read, so nothing was added\./)).toHaveTextContent(
      'Choose one text file, not a folder, and try again.',
    );
    expect(readDraft()).toMatchObject({ source: 'lines', texts: { lines: 'A' } });
  });

  it('is chosen by the button', async () => {
    await open();
    const input = screen.getByLabelText<HTMLInputElement>('Choose a file', { selector: 'input' });
    const pressed = jest.spyOn(input, 'click').mockImplementation(() => undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Choose a file' }));
    expect(pressed).toHaveBeenCalledTimes(1);
    fireEvent.change(input, { target: { files: [] } });
    expect(readDraft().texts).toEqual({ lines: '', table: '', template: '' });
    expect(input).not.toBeVisible();
  });

  it('can be dropped anywhere on the card, which shows that it takes it', async () => {
    await open();
    const card = screen.getByRole('region', { name: 'Add rows' });
    const fire = (kind: 'dragOver' | 'dragLeave' | 'drop') => {
      const event = createEvent[kind](card, { dataTransfer: { types: ['Files'], files: [file('a.txt', 'A')] } });
      fireEvent(card, event);
      return event.defaultPrevented;
    };
    const plain = card.className;
    expect(fire('dragOver')).toBe(true);
    expect(card.className).not.toBe(plain);
    fire('dragLeave');
    expect(card.className).toBe(plain);
    fire('dragOver');
    expect(fire('drop')).toBe(true);
    expect(card.className).toBe(plain);
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue('A'));
  });

  it("is told from a text that is dragged, which stays the browser's", async () => {
    await open();
    const card = screen.getByRole('region', { name: 'Add rows' });
    const plain = card.className;
    for (const kind of ['dragOver', 'drop'] as const) {
      const event = createEvent[kind](card, { dataTransfer: { types: ['text/plain'], files: [] } });
      fireEvent(card, event);
      expect(event.defaultPrevented).toBe(false);
      expect(card.className).toBe(plain);
    }
  });
});

describe('what a file replaces', () => {
  let toasts: ToastMessage[];
  let disconnect: () => void;
  beforeEach(() => {
    toasts = [];
    disconnect = connectToasts((toast) => toasts.push(toast));
  });
  afterEach(() => disconnect());
  const undo = () => act(() => toasts.at(-1)?.action?.run());
  const text = () => screen.getByRole('textbox');
  const chooseLines = async (lines: string) => {
    await choose(file('a.txt', lines));
    await waitFor(() => expect(text()).toHaveValue(lines));
  };

  it('comes back, and rows that were added meanwhile stay', async () => {
    await open();
    await paste('A thought');
    await chooseLines('A\nB');
    expect(toasts).toMatchObject([
      { text: 'Your text was replaced.', action: { label: 'Undo' }, duration: 10_000, kind: 'info' },
    ]);
    await userEvent.click(add());
    await userEvent.click(tab('Template'));
    undo();
    expect(text()).toHaveValue('A thought');
    expect(tab('One per line')).toHaveAttribute('aria-selected', 'true');
    expect(prompts()).toEqual(['A', 'B']);
  });

  it('comes back after the page was left', async () => {
    const { unmount } = await open();
    await paste('Another thought');
    await chooseLines('C');
    unmount();
    undo();
    expect(readDraft().texts.lines).toBe('Another thought');
  });

  it('is not spoken of where it is blank, the same, or was a file itself', async () => {
    await open();
    await paste(' ');
    await chooseLines('D');
    await chooseLines('D');
    await chooseLines('E');
    expect(toasts).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { copyText } from './copy-text';

/** What the old command finds selected, and in what. */
let found: { text: string; parent: Element | null; readOnly: boolean } | null;
const command = (outcome: () => boolean) =>
  Object.assign(document, {
    execCommand: (name: string) => {
      const area = document.querySelector('textarea');
      if (name === 'copy' && area) {
        // Browsers give the focus to what is selected; jsdom does not.
        area.focus();
        const text = area.value.slice(area.selectionStart, area.selectionEnd);
        found = { text, parent: area.parentElement, readOnly: area.readOnly };
      }
      return outcome();
    },
  });

beforeEach(() => {
  found = null;
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(document, 'execCommand');
  document.body.replaceChildren();
});

it('a text is put on the clipboard where the browser has one', async () => {
  const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  expect(await copyText('a fox')).toBe(true);
  expect(writeText.mock.calls).toEqual([['a fox']]);
});

describe('without a clipboard', () => {
  it.each([
    [true, () => true],
    [false, () => false],
    [
      false,
      () => {
        throw new Error('withheld');
      },
    ],
  ])('the old command tells whether it worked (%s); nothing of it is left', async (worked, outcome) => {
    document.body.innerHTML = '<button>Copy</button>';
    const button = document.querySelector('button');
    button?.focus();
    command(outcome);
    expect(await copyText('a fox')).toBe(worked);
    expect(found).toEqual({ text: 'a fox', parent: document.body, readOnly: true });
    expect(document.body.innerHTML).toBe('<button>Copy</button>');
    expect(button).toHaveFocus();
  });

  it('the text is copied inside of an open dialog, which holds the focus', async () => {
    document.body.innerHTML = '<div role="dialog"><button>Copy</button></div>';
    document.querySelector('button')?.focus();
    command(() => true);
    expect(await copyText('a fox')).toBe(true);
    expect(found?.parent).toHaveAttribute('role', 'dialog');
  });
});

import { expect, it } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { useHistoryPanel } from './use-history-panel';

function Panel() {
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const panel = useHistoryPanel({ field, frame });
  return (
    <>
      <textarea ref={field} aria-label="Prompt" defaultValue="a red fox" />
      <div ref={frame} onBlur={panel.onBlur}>
        <button type="button" onClick={({ currentTarget }) => panel.openFrom(currentTarget)}>
          Open
        </button>
        {panel.open ? (
          <div role="dialog">
            <button type="button" onClick={panel.cancel}>
              Cancel
            </button>
            <button type="button" onClick={panel.toField}>
              Choose
            </button>
          </div>
        ) : null}
      </div>
      <button type="button">Outside</button>
    </>
  );
}

const isOpen = () => screen.queryByRole('dialog') !== null;
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => userEvent.click(button(name));
async function open() {
  render(<Panel />);
  expect(isOpen()).toBe(false);
  await press('Open');
  expect(isOpen()).toBe(true);
}

it('a press within leaves it open, a press outside closes it', async () => {
  await open();
  fireEvent.pointerDown(button('Cancel'));
  expect(isOpen()).toBe(true);
  fireEvent.pointerDown(button('Outside'));
  expect(isOpen()).toBe(false);
});

it('the focus closes it when it goes elsewhere on the page, not within and not to another window', async () => {
  await open();
  act(() => button('Choose').focus());
  expect(isOpen()).toBe(true);
  act(() => button('Choose').blur());
  expect(isOpen()).toBe(true);
  act(() => button('Choose').focus());
  act(() => button('Outside').focus());
  expect(isOpen()).toBe(false);
});

it('without a choice, the focus is back where it was opened', async () => {
  await open();
  await press('Cancel');
  expect(isOpen()).toBe(false);
  expect(button('Open')).toHaveFocus();
});

it('after a choice, the focus is at the end of the prompt', async () => {
  await open();
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  field.setSelectionRange(0, 1);
  await press('Choose');
  expect(isOpen()).toBe(false);
  expect(field).toHaveFocus();
  await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([9, 9]));
});

import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from 'radix-ui';
import { useState, type ComponentProps } from 'react';
import { renderKit } from '../../../../test/render-kit';
import { DialogContent } from './dialog-content';

function Example(props: ComponentProps<typeof DialogContent>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button">Elsewhere</button>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <DialogContent aria-describedby={undefined} {...props}>
          <Dialog.Title>Title</Dialog.Title>
          <button type="button">First</button>
          <button type="button">Second</button>
        </DialogContent>
      </Dialog.Root>
    </>
  );
}
const button = (name: string) => screen.getByRole('button', { name });
const openAndClose = async (meanwhile = () => {}) => {
  await userEvent.click(button('Open'));
  await screen.findByRole('dialog');
  meanwhile();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

it('the focus returns to what had it when a dialog opened', async () => {
  await renderKit(<Example />);
  await openAndClose(() => expect(button('First')).toHaveFocus());
  await waitFor(() => expect(button('Open')).toHaveFocus());
});

it('a dialog may choose what has the focus first, and afterwards', async () => {
  await renderKit(
    <Example
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        button('Second').focus();
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        button('Elsewhere').focus();
      }}
    />,
  );
  await openAndClose(() => expect(button('Second')).toHaveFocus());
  await waitFor(() => expect(button('Elsewhere')).toHaveFocus());
});

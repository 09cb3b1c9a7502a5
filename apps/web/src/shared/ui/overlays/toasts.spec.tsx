import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { toast } from 'sonner';
import { renderKit } from '../../../../test/render-kit';
import { showToast, withdrawOffers } from '../../toasts';
import { Dialog } from './dialog';
import { ToastHost } from './toast-host';

afterEach(() => void toast.dismiss());

function PageWithDialog({ opened = false }: { opened?: boolean }) {
  const [open, setOpen] = useState(opened);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="A question">
        <button type="button">Inside</button>
      </Dialog>
      <ToastHost expected={false} />
    </>
  );
}

const offerUndo = () => {
  const undone = { count: 0 };
  const run = () => {
    undone.count += 1;
  };
  act(() => showToast({ kind: 'success', text: 'Deleted', key: 'undoable', action: { label: 'Undo', run } }));
  return undone;
};

describe('toasts', () => {
  it('that come before anybody can show them are not lost', async () => {
    showToast({ kind: 'success', text: 'Saved early' });
    await renderKit(<ToastHost expected={false} />);
    expect(await screen.findByText('Saved early')).toBeVisible();
  });

  it('that offer something are taken back with their offer, shown or not yet; others stay', async () => {
    showToast({ kind: 'info', text: 'Too early', action: { label: 'Undo', run: () => undefined } });
    withdrawOffers();
    await renderKit(<ToastHost expected={false} />);
    act(() => showToast({ kind: 'info', text: 'Plain' }));
    offerUndo();
    expect(await screen.findByText('Deleted')).toBeVisible();
    act(withdrawOffers);
    await waitFor(() => expect(screen.queryByText('Deleted')).toBeNull());
    expect(screen.getByText('Plain')).toBeVisible();
    expect(screen.queryByText('Too early')).toBeNull();
  });

  it('with the same key replace one another', async () => {
    await renderKit(<ToastHost expected={false} />);
    act(() => {
      for (const count of [1, 2, 3]) showToast({ kind: 'error', text: `Failed ${count}`, key: 'same' });
    });
    expect(await screen.findByText('Failed 3')).toBeVisible();
    expect(screen.queryByText('Failed 1')).toBeNull();
  });

  it('of errors can be closed and carry a reference for support', async () => {
    await renderKit(<ToastHost expected={false} />);
    act(() => showToast({ kind: 'error', text: 'Server error', key: 'closable', requestId: 'req_1' }));
    const text = await screen.findByText('Server error');
    expect(screen.getByText('Copy request ID')).toBeVisible();
    const shown = text.closest('li');
    const close = shown?.querySelector('[data-close-button]');
    if (!close) throw new Error('The toast has no close button');
    await userEvent.click(close);
    await waitFor(() => expect(screen.queryByText('Server error')).toBeNull());
  });

  describe.each([
    ['before a dialog opens', false],
    ['while a dialog is open', true],
  ])('that come %s', (_, opened) => {
    const show = async () => {
      await renderKit(<PageWithDialog opened={opened} />);
      const undone = offerUndo();
      await screen.findByText('Deleted');
      if (!opened) await userEvent.click(screen.getByRole('button', { name: 'Open' }));
      await screen.findByRole('dialog');
      return undone;
    };

    it('are pressed with the pointer, and the dialog stays', async () => {
      const undone = await show();
      // By role: what is hidden from screen readers is not found.
      await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
      expect(undone.count).toBe(1);
      expect(screen.getByRole('dialog')).toBeVisible();
    });

    it('are reached by Tab and lead back into the dialog', async () => {
      const undone = await show();
      const undo = screen.getByRole('button', { name: 'Undo' });
      const inside = screen.getByRole('button', { name: 'Inside' });
      inside.focus();
      for (let presses = 0; presses < 5 && document.activeElement !== undo; presses += 1) await userEvent.tab();
      expect(undo).toHaveFocus();
      for (let presses = 0; presses < 5 && document.activeElement !== inside; presses += 1) await userEvent.tab();
      expect(inside).toHaveFocus();
      undo.focus();
      await userEvent.keyboard('{Enter}');
      expect(undone.count).toBe(1);
    });

    it('stay when it closes', async () => {
      const undone = await show();
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
      expect(undone.count).toBe(1);
    });
  });
});

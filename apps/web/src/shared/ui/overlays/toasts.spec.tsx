import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderKit } from '../../../../test/render-kit';
import { showToast } from '../../toasts';
import { ToastHost } from './toast-host';

describe('toasts', () => {
  it('that come before anybody can show them are not lost', async () => {
    showToast({ kind: 'success', text: 'Saved early' });
    await renderKit(<ToastHost expected={false} />);
    expect(await screen.findByText('Saved early')).toBeVisible();
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
    const toast = text.closest('li');
    const close = toast?.querySelector('[data-close-button]');
    if (!close) throw new Error('The toast has no close button');
    await userEvent.click(close);
    await waitFor(() => expect(screen.queryByText('Server error')).toBeNull());
  });
});

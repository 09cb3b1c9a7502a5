import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '../../../test/render-part';
import { USER } from '../../../test/server';
import { SecretDialog } from './secret-dialog';

const close = jest.fn();
const stored = () => screen.getByRole('button', { name: 'I have stored it' });

beforeEach(async () => {
  close.mockReset();
  await renderPart(
    <SecretDialog title="Secret" text="Keep it." secret="whsec_1" fallback={{ current: null }} onClose={close} />,
    {
      user: USER,
      namespaces: ['developers'],
    },
  );
  await screen.findByRole('dialog');
});

describe('a secret that is shown once', () => {
  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the cross', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
    // As soon as the dialog listens to what is outside of it.
    [
      'a press outside',
      () => new Promise((later) => setTimeout(later)).then(() => fireEvent.pointerDown(document.body)),
    ],
  ])('stays after %s, which says how to close it', async (_, leave) => {
    expect(screen.queryByRole('alert')).toBeNull();
    await leave();
    expect(close).not.toHaveBeenCalled();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^It cannot be shown again.*“I have stored it”/);
    expect(stored()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('is selected where it stands where there is no clipboard', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText(/^Your browser does not let us copy/)).toBeVisible();
    expect(screen.getAllByText('whsec_1')).toHaveLength(1);
    expect(window.getSelection()?.toString()).toBe('whsec_1');
  });
});

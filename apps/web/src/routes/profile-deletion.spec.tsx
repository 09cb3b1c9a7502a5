import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { deferredAnswer } from '../../test/deferred-answer';
import { startProfile } from '../../test/profile-page';
import { API, USER, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startProfile(server);

describe('the deletion of the account', () => {
  const begin = async (prefix = '') => {
    await world.open('settings', prefix);
    const zh = prefix !== '';
    await userEvent.click(await screen.findByRole('button', { name: zh ? '删除账户…' : 'Delete account…' }));
    return screen.findByRole('dialog', { name: zh ? '删除账户？' : 'Delete your account?' });
  };
  const prove = async (dialog: HTMLElement) => {
    await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
    return within(dialog).findByRole('textbox', { name: `Type ${USER.email} to confirm` });
  };

  it('says first what goes, with its numbers, and what stays', async () => {
    const dialog = await begin();
    expect(await within(dialog).findByText('1,234 images with their prompts and settings')).toBeVisible();
    expect(within(dialog).getByText('14.5 credits')).toBeVisible();
    expect(within(dialog).getByText('Any batches, API keys and webhooks')).toBeVisible();
    expect(
      within(dialog).queryByText('Your plan: it is cancelled immediately, and what you paid is not refunded'),
    ).not.toBeInTheDocument();
    expect(within(dialog).getByText(/^Payments, for as long as tax law requires/)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Delete for good' })).not.toBeInTheDocument();
  });

  it('waits for the network, and says so', async () => {
    const dialog = await begin();
    await prove(dialog);
    await userEvent.paste('lin@example.com');
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(within(dialog).getByText(/^You are offline\./)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(within(dialog).getByRole('button', { name: 'Delete for good' })).toBeDisabled();
    expect(world.deletions).toBe(0);
    online.mockRestore();
  });

  it('wants the address typed, then ends account and session with a goodbye', async () => {
    const dialog = await begin();
    const field = await prove(dialog);
    const confirm = within(dialog).getByRole('button', { name: 'Delete for good' });
    expect(field).toHaveFocus();
    await userEvent.paste('somebody@example.com');
    await userEvent.keyboard('{Enter}');
    expect(confirm).toBeDisabled();
    expect(world.deletions).toBe(0);
    await userEvent.clear(field);
    await userEvent.paste(' LIN@example.com ');
    await userEvent.click(confirm);
    expect(await screen.findByText(/^Your account is deleted\./)).toBeVisible();
    await waitFor(() => expect(world.place()).toBe('/'));
    expect(world.deletions).toBe(1);
    expect(window.localStorage.getItem('access_token')).toBeNull();
    expect(window.localStorage.getItem('refresh_token')).toBeNull();
  });

  it('cannot be left while it is on its way', async () => {
    const dialog = await begin();
    await prove(dialog);
    await userEvent.paste('lin@example.com');
    const answered = deferredAnswer();
    server.use(
      http.delete(`${API}/users/account`, async () => {
        await answered.given;
        return refuse('SERVICE_UNAVAILABLE');
      }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete for good' }));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Close' })).toBeDisabled());
    await userEvent.keyboard('{Escape}');
    expect(dialog).toBeInTheDocument();
    answered.give();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Your account was not deleted');
    expect(window.localStorage.getItem('access_token')).toBe('good');
    expect(world.phase()).toBe('signed-in');
  });

  it('begins anew after it was given up', async () => {
    const dialog = await begin();
    await prove(dialog);
    await userEvent.paste('lin@example.com');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'Delete account…' }));
    expect(await screen.findByText('Deleted immediately')).toBeVisible();
  });

  it('speaks Chinese', async () => {
    const dialog = await begin('/zh');
    expect(await within(dialog).findByText('1,234 张图片，连同提示词和设置')).toBeVisible();
    expect(within(dialog).getByText('批量任务、API 密钥和 Webhook（如有）')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: '继续' }));
    expect(await within(dialog).findByRole('textbox', { name: `输入 ${USER.email} 以确认` })).toBeVisible();
  });
});

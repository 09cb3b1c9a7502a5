import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { deferredAnswer } from '../../test/deferred-answer';
import { startProfile } from '../../test/profile-page';
import { API, ok, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startProfile(server);

/** Counts the calls and answers them by `answer`. */
function answerWith(answer: () => Promise<Response> | Response): { calls: number } {
  const seen = { calls: 0 };
  server.use(
    http.post(`${API}/auth/logout-everywhere`, () => {
      seen.calls += 1;
      return answer();
    }),
  );
  return seen;
}
async function ask(prefix = '', start = 'Sign out everywhere…', question = 'Sign out everywhere?') {
  await world.open('settings', prefix);
  await userEvent.click(await screen.findByRole('button', { name: start }));
  return screen.findByRole('dialog', { name: question });
}
const confirm = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));

describe('signing out everywhere', () => {
  it('says before that this browser is signed out too and API keys stay, and leads to them', async () => {
    const dialog = await ask();
    expect(dialog).toHaveAccessibleDescription(/this one too\..* API keys keep working\.$/);
    expect(screen.getByRole('link', { name: 'Revoke API keys', hidden: true })).toHaveAttribute(
      'href',
      '/api?tab=keys',
    );
  });

  it('is done only when confirmed', async () => {
    const seen = answerWith(() => ok(null));
    const dialog = await ask();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Sign out everywhere…' })).toHaveFocus();
    expect(seen.calls).toBe(0);
    expect(world.phase()).toBe('signed-in');
  });

  it('ends the session of this browser, leaves nothing of it, and leads to the sign-in page', async () => {
    const seen = answerWith(() => ok(null));
    const dialog = await ask();
    window.sessionStorage.setItem('generate_draft', 'kept for the next session of the same person');
    await confirm(dialog);
    expect(await screen.findByText('You are signed out everywhere.')).toBeVisible();
    await waitFor(() => expect(world.place()).toBe('/login'));
    expect(seen.calls).toBe(1);
    expect(world.phase()).toBe('signed-out');
    expect([window.localStorage.getItem('access_token'), window.localStorage.getItem('refresh_token')]).toEqual([
      null,
      null,
    ]);
    expect(window.sessionStorage.getItem('generate_draft')).toBeNull();
  });

  it('that was not done says so, keeps this session, and can be asked for again', async () => {
    const seen = answerWith(() => refuse('SERVICE_UNAVAILABLE'));
    const dialog = await ask();
    await confirm(dialog);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('You may still be signed in elsewhere');
    expect(world.phase()).toBe('signed-in');
    expect(window.localStorage.getItem('access_token')).toBe('good');
    await confirm(dialog);
    await waitFor(() => expect(seen.calls).toBe(2));
  });

  it('cannot be left while it is on its way', async () => {
    const answered = deferredAnswer();
    answerWith(async () => {
      await answered.given;
      return ok(null);
    });
    const dialog = await ask();
    await confirm(dialog);
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Stay signed in' })).toBeDisabled());
    await userEvent.keyboard('{Escape}');
    expect(dialog).toBeInTheDocument();
    answered.give();
    await waitFor(() => expect(world.place()).toBe('/login'));
  });

  it('speaks Chinese, and leads to the Chinese sign-in page', async () => {
    answerWith(() => ok(null));
    const dialog = await ask('/zh', '退出所有设备…', '退出所有设备？');
    await userEvent.click(within(dialog).getByRole('button', { name: '退出所有设备' }));
    expect(await screen.findByText('已退出所有设备。')).toBeVisible();
    await waitFor(() => expect(world.place()).toBe('/zh/login'));
  });
});

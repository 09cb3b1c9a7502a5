import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeTimers, openSetting, pass, prompt, startGeneratePage, submit } from '../../test/generate-page';
import { models } from '../../test/models';
import { refuse, startServer } from '../../test/server';

const world = startGeneratePage(startServer());

const alertText = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');

describe('refused before anything is spent', () => {
  it('says so, keeps the prompt, and says when another try makes sense', async () => {
    const user = fakeTimers();
    world.answerSubmissions(() => refuse('RATE_LIMITED', { 'retry-after': '12' }));
    await world.open();
    fireEvent.change(prompt(), { target: { value: 'fox' } });
    await user.click(submit());
    expect(await screen.findByText('Too many requests in a short time. No credits were spent.')).toBeVisible();
    expect(prompt()).toHaveValue('fox');
    expect(submit()).toBeEnabled();
    expect(screen.getByText('Try again in 12 s.')).toBeVisible();
    await pass(4000);
    expect(screen.getByText('Try again in 8 s.')).toBeVisible();
    await pass(9000);
    expect(screen.getByText('You can try again now.')).toBeVisible();
    // Read out once, not with each second.
    expect(alertText()).not.toMatch(/try/);
  });

  it('the same request goes out under the same key, another model under another', async () => {
    world.answerSubmissions(() => refuse('ENGINE_UNAVAILABLE', { 'retry-after': '12' }));
    await world.open();
    fireEvent.change(prompt(), { target: { value: 'fox' } });
    await userEvent.click(submit());
    await screen.findByText(/No credits were spent/);
    await userEvent.click(submit());
    await waitFor(() => expect(world.submitted).toHaveLength(2));
    await screen.findByText(/No credits were spent/);
    await openSetting('Model');
    await userEvent.click(screen.getByRole('radio', { name: /^SD 3.5 Flash/ }));
    await waitFor(() => expect(screen.queryByText(/No credits were spent/)).toBeNull());
    await userEvent.click(submit());
    await waitFor(() => expect(world.submitted).toHaveLength(3));
    const [first, repeated, other] = world.submitted.map(({ key }) => key);
    expect(repeated).toBe(first);
    expect(other).not.toBe(first);
  });

  it('an engine that is down has the list asked again; once it works the refusal is over', async () => {
    const user = fakeTimers();
    world.answerSubmissions(() => {
      world.offers = () => models((id) => (id === 'sd3.5-medium' ? { status: 'unavailable', retry_after: 7 } : {}));
      return refuse('ENGINE_UNAVAILABLE', { 'retry-after': '7' });
    });
    await world.open();
    fireEvent.change(prompt(), { target: { value: 'fox' } });
    await user.click(submit());
    expect(await screen.findByText(/No credits were spent/)).toBeVisible();
    expect(await screen.findByText(/^Stability AI is unavailable right now\./)).toBeVisible();
    // One box tells it all.
    expect(screen.getAllByText(/^SD 3\.5 Medium is unavailable right now/)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Use SD 3.5 Flash · 2.5 credits' })).toBeVisible();
    world.offers = () => models();
    await pass(7500);
    expect(await screen.findByText('SD 3.5 Medium can be tried again.')).toBeVisible();
    expect(screen.queryByText(/No credits were spent/)).toBeNull();
  });

  it('an answer that says neither yes nor no promises only what is certain', async () => {
    world.answerSubmissions(() => refuse('SERVICE_UNAVAILABLE'));
    await world.open();
    fireEvent.change(prompt(), { target: { value: 'fox' } });
    await userEvent.click(submit());
    expect(await screen.findByText(/trying again never charges twice/)).toBeVisible();
    expect(screen.queryByText(/No credits were spent/)).toBeNull();
  });

  it('in Chinese', async () => {
    world.answerSubmissions(() => refuse('BACKLOG_FULL', { 'retry-after': '30' }));
    await world.open('/zh/generate');
    fireEvent.change(prompt(), { target: { value: '狐狸' } });
    await userEvent.click(submit());
    expect(await screen.findByText('现在排队的图片太多，这次没能提交。没有扣除积分。')).toBeVisible();
    expect(within(submit().closest('form') ?? document.body).getByText(/^\d+ 秒后可以再试。$/)).toBeVisible();
  });
});

import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http } from 'msw';
import {
  fakeTimers,
  openNegative,
  openSetting,
  pass,
  prompt,
  startGeneratePage,
  submit,
} from '../../test/generate-page';
import { models } from '../../test/models';
import { API, ok, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startGeneratePage(server);

const down = { status: 'unavailable', retry_after: 25 } as const;

describe('an engine that is down', () => {
  const flashWorks = (id: string) => (id === 'sd3.5-flash' ? {} : down);

  it('is told before the click, in the picker and beside the button; everything can be prepared', async () => {
    world.offers = () => models(flashWorks);
    await world.open();
    expect(await screen.findByText('SD 3.5 Medium is unavailable right now.')).toBeVisible();
    expect(screen.getByText(/^Stability AI is unavailable right now\. Checking again in \d+ s\.$/)).toBeVisible();
    await openSetting('Model');
    expect(screen.getByRole('radio', { name: /^SD 3.5 Medium, Unavailable/ })).toBeEnabled();
    expect(screen.getByRole('radio', { name: /^SD 3.5 Flash, Quick draft/ })).toBeEnabled();
    fireEvent.change(prompt(), { target: { value: 'fox' } });
    expect(submit()).toBeEnabled();
    expect(world.submitted).toEqual([]);
  });

  it('leaves another model one click away', async () => {
    world.offers = () => models(flashWorks);
    await world.open();
    await userEvent.click(await screen.findByRole('button', { name: 'Use SD 3.5 Flash · 2.5 credits' }));
    await waitFor(() => expect(world.place()).toBe('/generate?model=sd3.5-flash'));
    await waitFor(() => expect(screen.queryByText(/is unavailable right now/)).toBeNull());
    expect(submit()).toHaveTextContent('2.5 credits');
  });

  it('is counted down to the next look at the list, as often as it takes; then it can be tried again', async () => {
    fakeTimers();
    world.offers = () => models(() => ({ status: 'unavailable', retry_after: 5 }));
    await world.open();
    expect((await screen.findAllByText(/Checking again in 5 s\./))[0]).toBeVisible();
    await pass(2000);
    expect(screen.getAllByText(/Checking again in 3 s\./)[0]).toBeVisible();
    // No model works, so none is offered.
    expect(screen.queryByRole('button', { name: /^Use SD/ })).toBeNull();
    const before = world.looksAtModels;
    await pass(16_000);
    expect(world.looksAtModels - before).toBeGreaterThanOrEqual(2);
    expect(screen.getByText('SD 3.5 Medium is unavailable right now.')).toBeVisible();
    world.offers = () => models();
    await pass(6000);
    expect(await screen.findByText('SD 3.5 Medium can be tried again.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Model: 3.5 Medium' })).toBeVisible();
    const after = world.looksAtModels;
    await pass(60_000);
    expect(world.looksAtModels).toBe(after);
  });

  it('in Chinese', async () => {
    world.offers = () => models(flashWorks);
    await world.open('/zh/generate');
    expect(await screen.findByText('SD 3.5 Medium 暂时不可用。')).toBeVisible();
    expect(screen.getByText(/^Stability AI 暂时不可用。\d+ 秒后自动重新检查。$/)).toBeVisible();
    expect(screen.getByRole('button', { name: '改用 SD 3.5 Flash（2.5 积分）' })).toBeVisible();
  });
});

describe('without the list', () => {
  it.each([
    ['while it loads', () => delay('infinite').then(() => ok([]))],
    ['when it cannot be had', () => refuse('INTERNAL_ERROR')],
  ])('the page works as ever %s', async (_, answer) => {
    server.use(
      http.get(`${API}/images/models`, () => {
        world.looksAtModels += 1;
        return answer();
      }),
    );
    await world.open('/generate?model=sd3.5-large-turbo');
    fireEvent.change(prompt(), { target: { value: 'fox' } });
    await openNegative();
    fireEvent.change(screen.getByRole('textbox', { name: /^What should it leave out/ }), {
      target: { value: 'clouds' },
    });
    await userEvent.click(submit());
    await screen.findByText(/^Ready by/);
    expect(world.submitted[0]?.body).toMatchObject({ prompt: 'fox', negative_prompt: 'clouds' });
  });
});

describe('what an engine does itself', () => {
  const negative = () => screen.getByRole('textbox', { name: /^What should it leave out/ });

  it('a negative prompt that would have no effect is said to have none, kept, and not sent, however long', async () => {
    await world.open('/generate?model=sd3.5-large-turbo');
    await openNegative();
    await waitFor(() => expect(negative()).toHaveAccessibleDescription(/^SD 3\.5 Large Turbo ignores this field\./));
    fireEvent.change(prompt(), { target: { value: 'fox' } });
    fireEvent.change(negative(), { target: { value: 'cloud '.repeat(40) } });
    await userEvent.click(submit());
    await screen.findByText(/^Ready by/);
    expect(world.submitted[0]?.body).not.toHaveProperty('negative_prompt');
    fireEvent.change(negative(), { target: { value: 'clouds' } });
    await openSetting('Model');
    await userEvent.click(screen.getByRole('radio', { name: /^SD 3.5 Medium/ }));
    await waitFor(() => expect(negative()).not.toHaveAccessibleDescription());
    expect(negative()).toHaveValue('clouds');
    await userEvent.click(submit());
    await waitFor(() => expect(world.submitted).toHaveLength(2));
    expect(world.submitted[1]?.body).toMatchObject({ negative_prompt: 'clouds' });
  });

  it('styles that it is told in words and formats that are converted are mentioned, and only those', async () => {
    world.offers = () => models(() => ({ engine: 'webui', styles: 'in_words' }));
    await world.open();
    expect(await screen.findByText("By this site's own GPU server")).toBeVisible();
    await openSetting('Style');
    expect(screen.getByText(/^This engine has no styles of its own/)).toBeVisible();
    await openSetting('File type');
    expect(screen.queryByText(/is converted from that/)).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'WebP' }));
    expect(screen.getByText('This engine makes PNG and JPEG; WebP is converted from that.')).toBeVisible();
  });

  it('the details name it', async () => {
    server.use(
      http.get(`${API}/images/generations/:id`, () =>
        ok(world.generation({ status: 'completed', engine: 'stability', output_format: 'webp' })),
      ),
    );
    window.sessionStorage.setItem('generate_visit', JSON.stringify([world.generation().id]));
    await world.open();
    const term = await screen.findByText('Engine');
    await waitFor(() =>
      expect(term.nextElementSibling).toHaveTextContent(
        'Stability AIThis engine makes PNG and JPEG; WebP is converted from that.',
      ),
    );
  });
});

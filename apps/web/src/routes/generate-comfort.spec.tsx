import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { POLL_FIRST_MS } from '@app/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { fakeTimers, pass, prompt, startGeneratePage, submit } from '../../test/generate-page';
import { API, ok, startServer } from '../../test/server';

const server = startServer();
const world = startGeneratePage(server);

describe('without a network', () => {
  const goOffline = (offline: boolean) => {
    if (offline) Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    else Reflect.deleteProperty(navigator, 'onLine');
    act(() => void window.dispatchEvent(new Event(offline ? 'offline' : 'online')));
  };
  afterEach(() => goOffline(false));

  it('nothing can be asked for, by button or keys; it says why, and what was written stays', async () => {
    await world.open();
    await userEvent.type(prompt(), 'owl');
    goOffline(true);
    expect(await screen.findByText(/^You are offline\. Your prompt stays here/)).toBeVisible();
    expect(submit()).toBeDisabled();
    await userEvent.type(prompt(), '{Control>}{Enter}{/Control}');
    expect(world.submitted).toEqual([]);
    goOffline(false);
    expect(submit()).toBeEnabled();
    expect(prompt()).toHaveValue('owl');
    expect(screen.queryByText(/^You are offline\. Your prompt/)).toBeNull();
  });
});

describe('a message of the system', () => {
  const shown: { title: string; body: string | undefined; tag: string | undefined }[] = [];
  let answer: NotificationPermission;
  class NotificationStandIn extends EventTarget {
    static permission: NotificationPermission = 'default';
    static async requestPermission() {
      NotificationStandIn.permission = answer;
      return answer;
    }
    constructor(title: string, { body, tag }: NotificationOptions) {
      super();
      shown.push({ title, body, tag });
    }
    close() {}
  }
  const look = (elsewhere: boolean) => jest.spyOn(document, 'hasFocus').mockReturnValue(!elsewhere);
  const toggle = () => screen.findByText('Tell me when it is ready', { selector: 'button' });

  beforeEach(() => {
    shown.length = 0;
    answer = 'granted';
    NotificationStandIn.permission = 'default';
    Object.defineProperty(window, 'Notification', { value: NotificationStandIn, configurable: true, writable: true });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(window, 'Notification');
  });

  /** Asks for an image, wants to be told or not, looks elsewhere or not, and it ends. */
  const run = async ({ wanted, elsewhere }: { wanted: boolean; elsewhere: boolean }) => {
    let ended = false;
    server.use(
      http.get(`${API}/images/generations/:id`, () =>
        ok(world.generation(ended ? { status: 'completed' } : { status: 'processing' })),
      ),
    );
    await world.open();
    const user = fakeTimers();
    await user.type(prompt(), 'owl');
    await user.click(submit());
    const button = await toggle();
    if (wanted) {
      await user.click(button);
      await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
    }
    look(elsewhere);
    ended = true;
    await pass(POLL_FIRST_MS + 200);
    await screen.findByText('Download');
    await pass(0);
  };

  it('comes when it is ready, for a person who asked for it and looks elsewhere', async () => {
    await run({ wanted: true, elsewhere: true });
    expect(shown).toEqual([{ title: 'Your generation is ready', body: 'A red fox', tag: world.generation().id }]);
  });

  it.each([[{ wanted: false, elsewhere: true }], [{ wanted: true, elsewhere: false }]])(
    'does not come otherwise (%j)',
    async (situation) => {
      await run(situation);
      expect(shown).toEqual([]);
    },
  );

  it('that the browser blocks is told about at once, and not offered the next time', async () => {
    answer = 'denied';
    server.use(http.get(`${API}/images/generations/:id`, () => ok(world.generation({ status: 'processing' }))));
    window.sessionStorage.setItem('generate_visit', JSON.stringify([world.generation().id]));
    await world.open();
    await userEvent.click(await toggle());
    expect(await screen.findByText(/^Your browser blocks notifications/)).toBeVisible();
  });

  it('is not offered where the browser has none', async () => {
    Reflect.deleteProperty(window, 'Notification');
    server.use(http.get(`${API}/images/generations/:id`, () => ok(world.generation({ status: 'processing' }))));
    window.sessionStorage.setItem('generate_visit', JSON.stringify([world.generation().id]));
    await world.open();
    await screen.findByText('Generating');
    expect(screen.queryByText('Tell me when it is ready')).toBeNull();
  });
});

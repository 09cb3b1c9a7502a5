import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Locale, User } from '@app/contracts';
import { act, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { useEffect } from 'react';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, startServer } from '../../../test/server';
import { loadNamespaces } from '../../shared/i18n/i18n';
import { chooseTheme } from '../../shared/theme';
import { findCommands, useCommands, type PaletteCommand } from './use-commands';

const server = startServer();
afterEach(() => act(() => chooseTheme('light')));

let latest: ReturnType<typeof useCommands>;
function Probe({ onHelp }: { onHelp: () => void }) {
  const commands = useCommands(onHelp);
  useEffect(() => {
    latest = commands;
  }, [commands]);
  return null;
}

async function open({ user = null, locale = 'en' }: { user?: User | null; locale?: Locale } = {}) {
  await Promise.all([loadNamespaces('en', ['palette']), loadNamespaces('zh', ['palette'])]);
  const onHelp = jest.fn();
  const part = await renderPart(<Probe onHelp={onHelp} />, { user, namespaces: [], locale, path: '/faq?q=a' });
  const all = () => [...latest.actions, ...latest.pages];
  const run = (id: string) =>
    act(() =>
      all()
        .find((command) => command.id === id)
        ?.run(),
    );
  return { ...part, onHelp, run };
}
const labels = (commands: readonly PaletteCommand[]) => commands.map(({ label }) => label);

describe('what the palette offers', () => {
  it('is an image, the other light and language, plans, keys and the session, each by its name', async () => {
    const { unmount } = await open();
    const actions = ['New image', 'Dark theme: lights off', 'Switch language to 中文', 'Plans and credits'];
    expect(labels(latest.actions)).toEqual([...actions, 'Keyboard shortcuts', 'Sign in']);
    unmount();
    await open({ user: USER, locale: 'zh' });
    expect(latest.actions.map(({ id }) => id)).toEqual([
      'newImage',
      'dark',
      'language-en',
      'upgrade',
      'shortcuts',
      'signOut',
    ]);
    expect(latest.actions[2]?.label).toContain('English');
  });

  it('turns the light that is on into the other one', async () => {
    const { run } = await open();
    run('dark');
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(labels(latest.actions)).toContain('Light theme: lights on');
    run('light');
    expect(labels(latest.actions)).toContain('Dark theme: lights off');
  });

  it.each([
    ['newImage', '/generate'],
    ['language-zh', '/zh/faq?q=a'],
    ['upgrade', '/pricing'],
    ['signIn', '/login'],
    ['home', '/'],
    ['gallery', '/gallery'],
    ['favorites', '/favorites'],
    ['batch', '/batch'],
    ['profile', '/profile'],
    ['statement', '/profile?tab=statement'],
    ['settings', '/profile?tab=settings'],
    ['api', '/api'],
    ['guide', '/guide'],
    ['contact', '/contact'],
  ])('leads by %s to %s', async (id, target) => {
    const { place, run } = await open();
    run(id);
    expect(place()).toBe(target);
  });

  it('shows the keys where it is', async () => {
    const { onHelp, place, run } = await open();
    run('shortcuts');
    expect(onHelp).toHaveBeenCalledTimes(1);
    expect(place()).toBe('/faq?q=a');
  });
});

it('the session ends by the palette too', async () => {
  server.use(http.post(`${API}/auth/logout`, () => ok(null)));
  const { store, run } = await open({ user: USER });
  run('signOut');
  await waitFor(() => expect(store.getState().session.ended).toBe('signed-out'));
});

describe('a command is found', () => {
  it('by parts of each word of its name, in any order, case and language', async () => {
    await open();
    const found = (typed: string) => labels(findCommands([...latest.actions, ...latest.pages], typed));
    expect(found(' LIGHTS  dark ')).toEqual(['Dark theme: lights off']);
    expect(found('收藏')).toEqual(['Favorites']);
    expect(found('stat')).toEqual(['Credit statement']);
    expect(found('stat 收藏')).toEqual([]);
    expect(found(' ')).toHaveLength(latest.actions.length + latest.pages.length);
  });
});

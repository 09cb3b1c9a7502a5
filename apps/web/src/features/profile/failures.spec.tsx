import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Locale } from '@app/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import type { ReactElement } from 'react';
import { galleryItem } from '../../../test/gallery';
import { STATS } from '../../../test/profile-page';
import { renderPart } from '../../../test/render-part';
import { API, PREFERENCES, USER, ok, refuse, startServer } from '../../../test/server';
import { CreditStats, ImageStats } from './stats';
import { LatestImages } from './images/latest-images';
import { PreferencesForm } from './preferences-form';

const server = startServer();
const show = (part: ReactElement, locale: Locale) => renderPart(part, { user: USER, locale, namespaces: ['profile'] });
const retry = () => screen.getByRole('button', { name: /^(Try again|重试)$/ });
const latest = (
  <LatestImages count={4}>{(items) => items.map(({ id, prompt }) => <p key={id}>{prompt}</p>)}</LatestImages>
);

beforeEach(() =>
  server.use(
    http.get(`${API}/users/stats`, () => ok(STATS)),
    http.get(`${API}/images`, () => ok({ data: [galleryItem(1)], page: 1, limit: 6, total: 1 })),
  ),
);

describe('a part of the profile that could not be loaded', () => {
  it.each([
    ['en', 'quota', 'Your credits could not be loaded', <CreditStats key="c" />, '14.5'],
    ['zh', 'quota', '积分信息没能加载出来', <CreditStats key="c" />, '14.5'],
    ['en', 'users/stats', 'Your stats could not be loaded', <ImageStats key="w" />, '1,234'],
    ['zh', 'users/stats', '统计没能加载出来', <ImageStats key="w" />, '1,234'],
    ['en', 'images', 'Your images could not be loaded', latest, galleryItem(1).prompt],
    ['zh', 'images', '图片没能加载出来', latest, galleryItem(1).prompt],
    ['en', 'users/me/preferences', 'Your settings could not be loaded', <PreferencesForm key="p" />, 'Offers'],
    ['zh', 'users/me/preferences', '设置加载失败', <PreferencesForm key="p" />, '保存'],
  ] as const)('says so in %s for /%s (%s), and is loaded on demand', async (locale, path, title, part, loaded) => {
    server.use(http.get(`${API}/${path}`, () => refuse('INTERNAL_ERROR'), { once: true }));
    await show(part, locale);
    expect(await screen.findByRole('alert')).toHaveTextContent(title);
    await userEvent.click(retry());
    expect((await screen.findAllByText(loaded))[0]).toBeVisible();
  });
});

describe('settings that could not be saved', () => {
  it.each([
    ['en', 'Your settings were not saved', 'Server error, please try again later', 'Save'],
    ['zh', '设置没有保存成功', '服务器错误，请稍后再试', '保存'],
  ] as const)(
    'say so in %s, stay in the form, and are saved by the next press',
    async (locale, title, reason, save) => {
      const saved: unknown[] = [];
      server.use(
        http.patch(`${API}/users/me/preferences`, async ({ request }) => {
          saved.push(await request.json());
          return saved.length === 1 ? refuse('INTERNAL_ERROR') : ok({ ...PREFERENCES, marketingEmails: true });
        }),
      );
      await show(<PreferencesForm />, locale);
      const marketing = (await screen.findAllByRole('switch'))[1] ?? document.body;
      await userEvent.click(marketing);
      await userEvent.click(screen.getByRole('button', { name: save }));
      const alert = await screen.findByRole('alert');
      expect(alert).toHaveTextContent(title);
      expect(alert).toHaveTextContent(reason);
      expect(marketing).toBeChecked();
      await userEvent.click(screen.getByRole('button', { name: save }));
      expect(await screen.findByRole('button', { name: save })).toBeDisabled();
      expect(saved).toEqual([{ marketingEmails: true }, { marketingEmails: true }]);
    },
  );
});

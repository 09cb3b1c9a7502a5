import { expect, it } from '@jest/globals';
import type { Locale } from '@app/contracts';
import { screen } from '@testing-library/react';
import { renderPart } from '../../../test/render-part';
import { USER, startServer } from '../../../test/server';
import { i18nFor, loadNamespaces } from '../../shared/i18n/i18n';
import { PreferencesForm } from './preferences-form';

startServer();

it.each<[Locale, string, RegExp, RegExp]>([
  ['en', 'Email notifications', /before credits expire/, /payments, API keys and webhooks are always sent/],
  ['zh', '邮件通知', /积分到期前/, /付款、API 密钥和 Webhook .*始终/],
])('the switch for mails says what it stops and what comes all the same (%s)', async (locale, name, stopped, kept) => {
  await renderPart(<PreferencesForm />, { user: USER, namespaces: ['profile'], locale });
  const mails = await screen.findByRole('switch', { name });
  expect(mails).toHaveAccessibleDescription(stopped);
  expect(mails).toHaveAccessibleDescription(kept);
});

it.each<[Locale, string, RegExp]>([
  ['en', 'Offers', /On the free plan, that reminder .* No separate emails/],
  ['zh', '套餐推荐', /免费版的到期提醒.*不会另发邮件/],
])('the switch for offers says where they stand (%s)', async (locale, name, where) => {
  await renderPart(<PreferencesForm />, { user: USER, namespaces: ['profile'], locale });
  expect(await screen.findByRole('switch', { name })).toHaveAccessibleDescription(where);
});

it.each<[Locale, RegExp, RegExp]>([
  ['en', /receipts and notices about your credits/, /images|plan/],
  ['zh', /收据和积分提醒/, /图片|套餐/],
])('a confirmed address is promised the mails that there are, and no others (%s)', async (locale, there, others) => {
  await loadNamespaces(locale, ['session']);
  const { t } = i18nFor(locale);
  for (const text of [t('verify.text', { ns: 'session' }), t('verify.done', { ns: 'session' })]) {
    expect(text).toMatch(there);
    expect(text).not.toMatch(others);
  }
});

import type { Preferences } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { expectUnchanged } from '../../../test/support/database/unchanged.js';
import { Unsubscribe } from './application/unsubscribe.js';

const api = useApp();

/** The path of the address in a mail, below `/api`. */
const addressOf = ({ userId }: SignedIn): string => {
  const { 'List-Unsubscribe': address = '' } = api.app.get(Unsubscribe, { strict: false }).headers(userId);
  return address.slice('<http://localhost:3000/api'.length, -1);
};
const mailsOf = async ({ token }: SignedIn): Promise<boolean[]> => {
  const { emailNotifications, marketingEmails } = (await api.get<Preferences>('/users/me/preferences', { token })).body
    .data;
  return [emailNotifications, marketingEmails];
};

describe('the address of a mail, opened in a browser', () => {
  test.each([
    ['en', 'http://localhost:3000/unsubscribe'],
    ['zh-CN,zh;q=0.9', 'http://localhost:3000/zh/unsubscribe'],
    ['fr', 'http://localhost:3000/unsubscribe'],
  ])('leads a reader of %s to the page that asks, with the token where no server reads it', async (language, page) => {
    const address = addressOf(await api.signIn());
    const { status, headers, body } = await api.get(address, { headers: { 'accept-language': language } });
    const location = headers.get('location') ?? '';
    expect([status, location.split('#token=')]).toEqual([303, [page, address.slice(address.lastIndexOf('/') + 1)]]);
    expect(body).toContain(`<a href="${location}">`);
  });

  test('changes nothing, so that programs that look where links lead stop no mail', async () => {
    const by = await api.signIn();
    const before = await mailsOf(by);
    await expectUnchanged(api.dataSource, async () => {
      await api.get(addressOf(by));
      await api.request('HEAD', addressOf(by));
    });
    expect(await mailsOf(by)).toEqual(before);
    expect((await api.post(addressOf(by))).status).toBe(200);
    expect(await mailsOf(by)).toEqual([false, false]);
  });

  test('leads nowhere else, whatever stands for the token', async () => {
    for (const token of ['//evil.example', '"><script>', '@evil.example', '%0d%0aset-cookie: x']) {
      const { headers, body } = await api.get(`/users/unsubscribe/${encodeURIComponent(token)}`);
      const location = headers.get('location') ?? '';
      expect(location).toBe(`http://localhost:3000/unsubscribe#token=${encodeURIComponent(token)}`);
      expect(body).not.toContain('<script>');
    }
  });
});

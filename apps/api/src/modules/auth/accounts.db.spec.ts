import { describe, expect, test } from '@jest/globals';
import { useApp } from '../../../test/support/app.js';
import { Browser } from '../../../test/support/http/browser.js';
import { useSandbox } from '../../../test/support/sandbox.js';

const sandbox = useSandbox();
const api = useApp({ env: () => sandbox.environment() });

describe('accounts', () => {
  test('of the same address at two providers stay two', async () => {
    const google = await new Browser(api).signIn('google', 'linyue@example.com');
    const github = await new Browser(api).signIn('github', 'linyue');

    expect(google.body.data.user).toMatchObject({ email: 'linyue@example.com', email_verified: true });
    expect(github.body.data.user).toMatchObject({ email: 'linyue@example.com', email_verified: true });
    expect(github.body.data.user.id).not.toBe(google.body.data.user.id);
  });

  test('cannot be taken by claiming their address without proof', async () => {
    const victim = await new Browser(api).signIn('google', 'ada@example.com');
    const claimant = await new Browser(api).signIn('github', 'not-ada');

    expect(claimant.body.data.user).toMatchObject({ email: 'ada@example.com', email_verified: false });
    expect(claimant.body.data.user.id).not.toBe(victim.body.data.user.id);
  });

  test.each(['no-address', 'keeps-quiet'])('without an address sign in all the same (%s)', async (login) => {
    const answer = await new Browser(api).signIn('github', login);
    expect(answer.status).toBe(200);
    expect(answer.body.data.user).toMatchObject({ email: null, email_verified: false });
  });

  test('with a hostile name and portrait keep only what is harmless', async () => {
    const name = `<script>alert(1)</script>\u202E${'长'.repeat(300)}`;
    const email = 'hostile@example.com';
    await sandbox.control('google/accounts', { name, email, emailVerified: true, picture: 'javascript:alert(1)' });
    const { user } = (await new Browser(api).signIn('google', email)).body.data;

    expect(user.name.startsWith('<script>alert(1)</script>长')).toBe(true);
    expect([...user.name]).toHaveLength(100);
    expect(user.avatar_url).toBeNull();
  });

  test.each([
    'data:image/png;base64,AAAA',
    'http://169.254.169.254/latest',
    'https://evil.example/a.png',
    '//evil.example',
  ])('do not take the portrait %s', async (picture) => {
    const email = `portrait-${Buffer.from(picture).toString('hex').slice(0, 20)}@example.com`;
    await sandbox.control('google/accounts', { name: 'P', email, emailVerified: true, picture });
    expect((await new Browser(api).signIn('google', email)).body.data.user.avatar_url).toBeNull();
  });
});

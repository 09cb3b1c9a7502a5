import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { REDIRECT_URI, startTestSandbox, type TestSandbox } from '../../test/sandbox.js';

let sandbox: TestSandbox;

beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.dispose());

const googleUrl = () => {
  const query = new URLSearchParams({
    client_id: sandbox.environment().GOOGLE_CLIENT_ID ?? '',
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid email profile',
  });
  return `${sandbox.googleUrl}/o/oauth2/v2/auth?${query.toString()}`;
};

describe('the admin page', () => {
  const press = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.adminPageUrl}/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
      headers,
    });

  it('shows accounts, faults, clock and requests', async () => {
    const page = await (await fetch(sandbox.adminPageUrl)).text();

    expect(page).toContain('no real accounts');
    expect(page).toContain('Ada Lovelace');
    expect(page).toContain('@keeps-quiet');
    expect(page).toContain('Open the inbox');
  });

  it('controls the sandbox by forms', async () => {
    expect((await press('chaos', { provider: 'google', mode: 'error' })).status).toBe(303);
    await press('clock', { action: 'freeze' });
    const { now } = (await sandbox.control('clock')) as { now: string };
    await press('clock', { action: 'advance', step: 'day' });

    expect((await fetch(googleUrl())).status).toBe(503);
    const later = (await sandbox.control('clock')) as { now: string; isFrozen: boolean };
    expect(Date.parse(later.now) - Date.parse(now)).toBe(86_400_000);
    expect(later.isFrozen).toBe(true);

    await press('reset', {});
    expect((await fetch(googleUrl())).status).toBe(200);
    expect(await sandbox.control('clock')).toMatchObject({ isFrozen: false });
  });

  it('plans and clears failures of single requests', async () => {
    await press('failures', { failure: 'stability broken', times: '3' });
    const planned = await sandbox.control('failures');
    const page = await (await fetch(sandbox.adminPageUrl)).text();
    await press('failures', { failure: 'none', times: '1' });

    expect(planned).toEqual([{ provider: 'stability', kind: 'broken', times: 3 }]);
    expect(page).toContain('stability: broken × 3');
    expect(await sandbox.control('failures')).toEqual([]);
  });

  it('shows the settings of optional services', async () => {
    const page = await (await fetch(sandbox.adminPageUrl)).text();

    for (const settings of Object.values(sandbox.offers())) {
      for (const [name, value] of Object.entries(settings)) expect(page).toContain(`${name}=${value}`);
    }
  });

  it('rejects cross-site requests', async () => {
    expect(
      (await press('chaos', { provider: 'google', mode: 'down' }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403);
    expect((await fetch(googleUrl())).status).toBe(200);
  });
});

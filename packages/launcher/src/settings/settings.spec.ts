import { describe, expect, it } from '@jest/globals';
import { exactPortReason, findOtherSandboxUrls, needsSandbox, readSettings } from './settings.js';

const settings = (variables: Record<string, string>) => readSettings(variables, '/repo');
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' };
const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'no-reply@mail.example' };
const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' };

describe('settings', () => {
  it('default to data beside the product and to this machine only', () => {
    expect(settings({})).toMatchObject({ dataDir: '/repo/.data', webHost: 'localhost', publicUrl: undefined });
  });

  it('resolve a relative data folder from the root', () => {
    expect(settings({ DATA_DIR: 'there' }).dataDir).toBe('/repo/there');
    expect(settings({ DATA_DIR: '/var/there' }).dataDir).toBe('/var/there');
  });

  it('report all faults at once', () => {
    expect(() => settings({ GOOGLE_CLIENT_ID: 'id', WEB_PORT: '70000', PUBLIC_URL: 'ftp://x' })).toThrow(
      /GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET[\s\S]*WEB_PORT: 70000[\s\S]*PUBLIC_URL: ftp:\/\/x/,
    );
  });

  it('require the exact web port when an external provider knows the address', () => {
    expect(exactPortReason(settings({}))).toBeUndefined();
    expect(exactPortReason(settings(google))).toContain('at Google');
    expect(exactPortReason(settings(github))).toContain('at GitHub');
    expect(exactPortReason(settings({ PUBLIC_URL: 'https://pictures.example' }))).toContain('PUBLIC_URL');
  });

  it('require a sender for a mail server: few take mails of any other', () => {
    expect(() => settings({ SMTP_URL: 'smtp://mail.example' })).toThrow(/MAIL_FROM/);
    expect(() => settings(mail)).not.toThrow();
  });

  it('need no sandbox when all its services are external', () => {
    expect(needsSandbox(settings({ ...google, ...github }), 3200)).toBe(true);
    expect(needsSandbox(settings({ ...google, ...github, ...mail }), 3200)).toBe(true);
    expect(needsSandbox(settings({ ...google, ...github, ...mail, STRIPE_SECRET_KEY: 'key' }), 3200)).toBe(false);
    expect(needsSandbox(settings({ ...google, ...github, ...mail, ...paypal }), 3200)).toBe(false);
    expect(needsSandbox(settings({ ...github, ...mail, ...paypal }), 3200)).toBe(true);
  });

  const own = { ...google, ...github, ...mail, ...paypal };

  it.each<Record<string, string>>([
    { STABILITY_BASE_URL: 'http://localhost:3200/stability' },
    { WEBUI_URL: 'http://me:secret@127.0.0.1:3200/webui/' },
    { S3_ENDPOINT: 'http://[::1]:3200/s3' },
  ])('need the sandbox for one of its services: %j', (address) => {
    const chosen = settings({ ...own, ...address });
    expect(needsSandbox(chosen, 3200)).toBe(true);
    expect(needsSandbox(chosen, 3201)).toBe(false);
    expect(findOtherSandboxUrls(chosen, 3200)).toEqual([]);
    expect(findOtherSandboxUrls(chosen, 3201)).toEqual(Object.keys(address));
  });

  it.each<Record<string, string>>([
    { WEBUI_URL: 'http://127.0.0.1:7860' },
    { WEBUI_URL: 'http://gpu.example:3200/webui' },
    { S3_ENDPOINT: 'https://s3.example/s3' },
    { WEBUI_URL: 'no address' },
    { WEBUI_URL: 'http://localhost:3200/webuis' },
  ])('need no sandbox for an external service: %j', (address) => {
    expect(needsSandbox(settings({ ...own, ...address }), 3200)).toBe(false);
  });
});

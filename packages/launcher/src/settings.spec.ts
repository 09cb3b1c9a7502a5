import { describe, expect, it } from '@jest/globals';
import { exactPortReason, needsSandbox, readSettings } from './settings.js';

const settings = (variables: Record<string, string>) => readSettings(variables, '/repo');
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' };

describe('settings', () => {
  it('keep the data beside the product, on this machine only, when nothing is set', () => {
    expect(settings({})).toMatchObject({ dataDir: '/repo/.data', webHost: 'localhost', publicUrl: undefined });
  });

  it('take a relative data folder from the root and an absolute one as it is', () => {
    expect(settings({ DATA_DIR: 'there' }).dataDir).toBe('/repo/there');
    expect(settings({ DATA_DIR: '/var/there' }).dataDir).toBe('/var/there');
  });

  it('name every fault at once', () => {
    expect(() => settings({ GOOGLE_CLIENT_ID: 'id', WEB_PORT: '70000', PUBLIC_URL: 'ftp://x' })).toThrow(
      /GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET[\s\S]*WEB_PORT: 70000[\s\S]*PUBLIC_URL: ftp:\/\/x/,
    );
  });

  it('make the web port exact as soon as somebody outside knows the address', () => {
    expect(exactPortReason(settings({}))).toBeUndefined();
    expect(exactPortReason(settings(google))).toContain('at Google');
    expect(exactPortReason(settings(github))).toContain('at GitHub');
    expect(exactPortReason(settings({ PUBLIC_URL: 'https://pictures.example' }))).toContain('PUBLIC_URL');
  });

  it('need no sandbox once everything it stands in for is set', () => {
    expect(needsSandbox(settings({ ...google, ...github }))).toBe(true);
    expect(needsSandbox(settings({ ...google, ...github, SMTP_URL: 'smtp://mail.example' }))).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { readSandboxSettings } from './environment.js';

describe('readSandboxSettings', () => {
  it('parses all settings', () => {
    const settings = readSandboxSettings({
      SANDBOX_DIR: '/data',
      SANDBOX_HOST: '0.0.0.0',
      SANDBOX_PORT: '8700',
      SANDBOX_SMTP_PORT: '8701',
      SANDBOX_PUBLIC_URL: 'http://192.168.1.20:8700',
      SANDBOX_REDIRECT_URIS: 'http://a.example/cb,http://b.example/cb',
      SANDBOX_APP_NAME: 'Lumina',
    });

    expect(settings).toEqual({
      dir: '/data',
      host: '0.0.0.0',
      port: 8700,
      smtpPort: 8701,
      publicUrl: 'http://192.168.1.20:8700',
      clients: { redirectUris: ['http://a.example/cb', 'http://b.example/cb'], name: 'Lumina' },
    });
  });

  it('defaults to the loopback interface and free ports', () => {
    expect(readSandboxSettings({ SANDBOX_DIR: '/data' })).toEqual({
      dir: '/data',
      host: '127.0.0.1',
      port: 0,
      smtpPort: 0,
      clients: { redirectUris: [] },
    });
  });

  it('reports all faults at once', () => {
    const read = () => readSandboxSettings({ SANDBOX_PORT: '70000', SANDBOX_PUBLIC_URL: 'nowhere' });

    expect(read).toThrow(/SANDBOX_DIR.*SANDBOX_PORT.*SANDBOX_PUBLIC_URL/);
  });
});

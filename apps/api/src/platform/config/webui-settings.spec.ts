import { describe, expect, test } from '@jest/globals';
import { testConfig } from '../../../test/support/config.js';
import { PRODUCTION } from '../../../test/support/production-settings.js';
import { ConfigError, loadConfig, type Config } from './config.js';

const configWith = (environment: Record<string, string>): Config =>
  testConfig({ DATABASE_URL: 'postgres://none', REDIS_URL: 'redis://none', ...environment });

const faultOf = (environment: Record<string, string>): string => {
  try {
    configWith(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

test('no engine elsewhere is used unless it is named', () => {
  expect(configWith({ STABILITY_API_KEY: '', WEBUI_URL: '', WEBUI_MODELS: '' })).toMatchObject({
    stability: null,
    webui: null,
  });
});

describe('Stability AI', () => {
  test('is reached under its own address', () => {
    expect(loadConfig({ ...PRODUCTION, STABILITY_API_KEY: 'sk-1' }).stability).toEqual({
      apiKey: 'sk-1',
      baseUrl: 'https://api.stability.ai',
    });
  });

  test('stands on this machine in local mode, and nowhere else', () => {
    const sandbox = { STABILITY_API_KEY: 'sk-1', STABILITY_BASE_URL: 'http://localhost:3200/stability/' };
    expect(configWith({ ...sandbox, APP_MODE: 'local' }).stability?.baseUrl).toBe('http://localhost:3200/stability');
    expect(() => loadConfig({ ...PRODUCTION, ...sandbox })).toThrow('STABILITY_BASE_URL: only allowed in local mode');
  });

  test.each(['two words', 'sk-\u2028'])(
    'has a key that fits a header, and a fault that does not repeat it: %j',
    (key) => {
      const fault = faultOf({ STABILITY_API_KEY: key });
      expect(fault).toContain('STABILITY_API_KEY');
      expect(fault).not.toContain(key);
    },
  );
});

describe('a WebUI server', () => {
  test('may stand in the same house, without encryption, in production too', () => {
    expect(loadConfig({ ...PRODUCTION, WEBUI_URL: 'http://192.168.1.20:7860/' }).webui).toEqual({
      url: 'http://192.168.1.20:7860',
      auth: null,
      models: null,
      parallel: 1,
      timeoutSeconds: 200,
      steps: null,
      cfgScale: null,
      sampler: null,
    });
  });

  test('is asked as the user in its address, who is not part of the address any more', () => {
    const { webui } = configWith({ WEBUI_URL: 'https://me%40home:p%3Ass%2Fw%C3%B6rd@gpu.example/sd/' });
    expect(webui).toMatchObject({ url: 'https://gpu.example/sd', auth: { user: 'me@home', password: 'p:ss/wörd' } });
  });

  test.each([
    'ftp://gpu:7860',
    'gpu',
    'http://gpu:7860/?key=hunter2',
    'http://gpu:7860/#hunter2',
    'http://me:hunter2%@gpu:7860',
    'http://me%3Ayou:hunter2@gpu:7860',
  ])('has no other address, and the fault does not tell it: %s', (url) => {
    const fault = faultOf({ WEBUI_URL: url });
    expect(fault).toContain('WEBUI_URL');
    expect(fault).not.toMatch(/hunter2|gpu/);
  });

  test('paints the models that are named, each by its checkpoint or by the one that is loaded', () => {
    const models = 'sd3.5-large = SD 3.5 large.safetensors [ab=12], sd3.5-medium';
    expect(configWith({ WEBUI_URL: 'http://gpu:7860', WEBUI_MODELS: models }).webui?.models).toEqual({
      'sd3.5-large': 'SD 3.5 large.safetensors [ab=12]',
      'sd3.5-medium': null,
    });
  });

  test.each(['sdxl=a', 'dall-e-3=a', 'sd3.5-large=a,sd3.5-large=b', 'sd3.5-large=a,', 'toString=a'])(
    'cannot paint %s',
    (models) => {
      expect(faultOf({ WEBUI_URL: 'http://gpu:7860', WEBUI_MODELS: models })).toContain('WEBUI_MODELS');
    },
  );

  test('has models only if it has an address', () => {
    expect(faultOf({ WEBUI_MODELS: 'sd3.5-large=a' })).toContain('WEBUI_MODELS: means nothing without WEBUI_URL');
  });

  test.each(
    Object.entries({ WEBUI_STEPS: '0', WEBUI_CFG_SCALE: '0.5', WEBUI_PARALLEL: '33', WEBUI_TIMEOUT_SECONDS: '241' }),
  )('%s has limits', (name, value) => {
    expect(faultOf({ WEBUI_URL: 'http://gpu:7860', [name]: value })).toContain(name);
  });
});

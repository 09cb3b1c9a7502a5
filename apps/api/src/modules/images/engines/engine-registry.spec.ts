import { SELECTABLE_MODELS } from '@app/contracts';
import { expect, jest, test } from '@jest/globals';
import { testConfig } from '../../../../test/support/config.js';
import { desertedAddress } from '../../../../test/support/images/engines.js';
import { ConfiguredEngines, engineFor } from './engine-registry.js';

const KEY = { STABILITY_API_KEY: 'sk-1' };
const SERVER = { WEBUI_URL: 'http://gpu:7860' };
const SOME = { WEBUI_MODELS: 'sd3.5-large=large.safetensors,sd3.5-flash' };

test.each<[string, Record<string, string>, string[]]>([
  ['nothing', {}, ['studio', 'studio', 'studio', 'studio']],
  ['a key of Stability AI', KEY, ['stability', 'stability', 'stability', 'stability']],
  ['a WebUI server', SERVER, ['webui', 'webui', 'webui', 'webui']],
  ['a WebUI server for some models', { ...SERVER, ...SOME }, ['webui', 'studio', 'studio', 'webui']],
  ['both', { ...KEY, ...SERVER }, ['stability', 'stability', 'stability', 'stability']],
  ['both, and models by name', { ...KEY, ...SERVER, ...SOME }, ['webui', 'stability', 'stability', 'webui']],
])('with %s the models are painted by', (_, environment, engines) => {
  const config = testConfig(environment);
  expect(SELECTABLE_MODELS.map((model) => engineFor(config, model).id)).toEqual(engines);
});

test('a model that nobody can choose any more is painted by the embedded engine', () => {
  expect(engineFor(testConfig(KEY), 'dall-e-2').id).toBe('studio');
});

test('what an engine can is known without making it', () => {
  const config = testConfig({ ...KEY, ...SERVER, ...SOME, WEBUI_TIMEOUT_SECONDS: '120' });
  expect(engineFor(config, 'sd3.5-medium').capabilities(config)).toMatchObject({
    styles: 'native',
    formats: ['png', 'jpeg'],
    tellsProgress: false,
    timeoutMs: 90_000,
    sourceType: 'trainedAlgorithmicMedia',
  });
  expect(engineFor(config, 'sd3.5-large').capabilities(config)).toMatchObject({
    styles: 'in_words',
    formats: ['png'],
    tellsProgress: true,
    parallel: 1,
    timeoutMs: 120_000,
    sourceType: 'trainedAlgorithmicMedia',
  });
});

test('one engine serves all of its models', async () => {
  const engines = new ConfiguredEngines(
    testConfig({ ...KEY, STABILITY_BASE_URL: await desertedAddress(), ...SERVER, ...SOME }),
  );
  expect(engines.idByModel).toEqual({
    'sd3.5-large': 'webui',
    'sd3.5-large-turbo': 'stability',
    'sd3.5-medium': 'stability',
    'sd3.5-flash': 'webui',
  });
  expect(engines.for('sd3.5-flash')).toBe(engines.for('sd3.5-large'));
  expect(engines.for('sd3.5-medium').id).toBe('stability');
  const closing = ['sd3.5-flash', 'sd3.5-medium'].map((model) => jest.spyOn(engines.for(model), 'close'));
  await engines.close();
  expect(closing.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

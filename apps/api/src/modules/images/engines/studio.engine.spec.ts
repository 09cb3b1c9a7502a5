import { DEFAULT_MODEL } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { imageEngineContract } from '../../../../test/contracts/image-engine.contract.js';
import { testConfig } from '../../../../test/support/config.js';
import { engineFor } from './engine-registry.js';

const SHRINK = 8;

imageEngineContract('studio', async () => engineFor(testConfig(), DEFAULT_MODEL).create(testConfig()), SHRINK);

test('a size that cannot be painted is refused for good, and a painter that ended is not', async () => {
  const engine = engineFor(testConfig(), DEFAULT_MODEL).create(testConfig());
  const generate = (side: number): Promise<unknown> =>
    engine.generate(
      {
        requestId: 'g1:0',
        prompt: 'a lake',
        negativePrompt: '',
        model: DEFAULT_MODEL,
        style: 'enhance',
        size: '1:1',
        width: side,
        height: side,
        quality: 'standard',
        seed: 42,
        format: 'png',
      },
      { signal: new AbortController().signal, onProgress: () => undefined },
    );
  await expect(generate(0)).rejects.toMatchObject({ code: 'ENGINE_FAILED', retryable: false });
  await engine.close();
  await expect(generate(256)).rejects.toMatchObject({ code: 'ENGINE_FAILED', retryable: true });
});

test('without any other engine the embedded one paints, and says that no model was trained for it', () => {
  const config = testConfig({ STUDIO_PROCESSES: '3' });
  const { id, capabilities } = engineFor(config, DEFAULT_MODEL);
  expect(id).toBe('studio');
  expect(capabilities(config)).toMatchObject({ parallel: 3, sourceType: 'algorithmicMedia' });
});

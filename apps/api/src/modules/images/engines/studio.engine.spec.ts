import { DEFAULT_MODEL } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { imageEngineContract } from '../../../../test/contracts/image-engine.contract.js';
import { testConfig } from '../../../../test/support/config.js';
import { engineFor } from './engine-registry.js';

imageEngineContract('studio', async () => engineFor(testConfig(), DEFAULT_MODEL).create(testConfig()));

test('without any other engine the embedded one paints, and says that no model was trained for it', () => {
  const config = testConfig({ STUDIO_PROCESSES: '3' });
  const { id, capabilities } = engineFor(config, DEFAULT_MODEL);
  expect(id).toBe('studio');
  expect(capabilities(config)).toMatchObject({ parallel: 3, sourceType: 'algorithmicMedia' });
});

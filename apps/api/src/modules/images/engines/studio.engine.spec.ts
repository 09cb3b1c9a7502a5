import { expect, test } from '@jest/globals';
import { imageEngineContract } from '../../../../test/contracts/image-engine.contract.js';
import { testConfig } from '../../../../test/support/config.js';
import { createEngine } from './engine-registry.js';

imageEngineContract('studio', async () => createEngine(testConfig()));

test('without any other engine the embedded one paints, and says that no model was trained for it', async () => {
  const engine = createEngine(testConfig({ STUDIO_PROCESSES: '3' }));
  expect(engine.id).toBe('studio');
  expect(engine.capabilities).toMatchObject({ parallel: 3, sourceType: 'algorithmicMedia' });
  await engine.close();
});

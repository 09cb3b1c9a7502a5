import type { EngineId } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { testConfig } from '../../../../test/support/config.js';
import { ListModels } from './list-models.js';

const listed = (refusals: () => Promise<Map<EngineId, number>>) => new ListModels(testConfig(), { refusals }).list();

test('the embedded engine paints every model that can be chosen, and nobody those that are announced', async () => {
  const offers = await listed(async () => new Map());
  const painted = {
    status: 'available',
    retry_after: null,
    engine: 'studio',
    honours_negative_prompt: true,
    styles: 'native',
    formats: ['png', 'jpeg', 'webp'],
  };
  expect(offers.filter(({ status }) => status === 'available')).toEqual(
    ['sd3.5-large', 'sd3.5-large-turbo', 'sd3.5-medium', 'sd3.5-flash'].map((id) => ({ id, ...painted })),
  );
  expect(offers.filter(({ status }) => status !== 'available')).toMatchObject(
    ['dall-e-3', 'dall-e-2', 'openai-dall-e'].map((id) => ({ id, status: 'coming_soon', engine: null })),
  );
});

test('a model whose engine is left alone is unavailable, with whole seconds until it is worth another try', async () => {
  const offers = await listed(async () => new Map([['studio', 29_001]]));
  expect(offers.slice(-1)).toMatchObject([{ status: 'coming_soon', retry_after: null }]);
  expect(offers.find(({ id }) => id === 'sd3.5-medium')).toMatchObject({ status: 'unavailable', retry_after: 30 });
});

test('without a database the list is there, and promises what the settings say', async () => {
  const offers = await listed(() => Promise.reject(new Error('away')));
  expect(offers.find(({ id }) => id === 'sd3.5-medium')).toMatchObject({ status: 'available', retry_after: null });
});

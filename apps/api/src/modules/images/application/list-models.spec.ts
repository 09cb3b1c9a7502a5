import { expect, test } from '@jest/globals';
import { testConfig } from '../../../../test/support/config.js';
import { ListModels } from './list-models.js';

test('the embedded engine paints every model that can be chosen, and nobody those that are announced', () => {
  const offers = new ListModels(testConfig()).list();
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

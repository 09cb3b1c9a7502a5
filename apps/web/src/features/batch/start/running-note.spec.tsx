import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { BATCH_ID, batch } from '../../../../test/batches';
import { renderPart } from '../../../../test/render-part';
import { RunningNote } from './running-note';

it('a batch that runs elsewhere says how far it is, and leads there', async () => {
  const running = batch(['completed', 'failed', 'processing', 'waiting']);
  await renderPart(<RunningNote running={running} />, { user: null, namespaces: ['batch'] });
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  expect(screen.getByRole('progressbar')).toHaveAccessibleName(/2.*4/);
  expect(screen.getByRole('link')).toHaveAttribute('href', `/batch/${BATCH_ID}`);
});

it('nothing is said while none runs', async () => {
  await renderPart(<RunningNote running={undefined} />, { user: null, namespaces: ['batch'] });
  expect(screen.queryByRole('link')).toBeNull();
});

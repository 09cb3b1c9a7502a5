import { useDatabase } from '@app/api/test-support/database';
import { describe, expect, test } from '@jest/globals';
import { expectSimulation } from '../../src/simulation/expect-simulation.js';
import { runSimulation } from '../../src/simulation/simulation.js';

const SHORT = { seed: 3, crashes: 15, timeoutMs: 60_000 };

// Each run needs a database of its own.
describe('after the database was corrupted', () => {
  const db = useDatabase(60);
  test('reports a wrong balance, an unknown generation and a missing image', async () => {
    const { findings } = await runSimulation(db.dataSource, {
      ...SHORT,
      // Otherwise the run may end before there is a visible image to corrupt.
      isVaried: true,
      corrupt: async ({ query }) => {
        await query(`update credit_accounts set available = available + 10`);
        await query(
          `insert into generations (id, user_id, seq, prompt, model, style, size, quality, output_format, seed, count,
                                    unit_price, priority, deadline, status, error_code, finished_at)
           select gen_random_uuid(), user_id, 1000000, prompt, model, style, size, quality, output_format, seed, count,
                  unit_price, priority, deadline, 'failed', 'ENGINE_FAILED', now() from generations limit 1`,
        );
        await query(`update images set deleted_at = now(), purge_at = now() where deleted_at is null and ctid in (
                       select ctid from images where deleted_at is null limit 1)`);
      },
    });
    const found = findings.join('\n');
    expect(found).toContain('D1 the stored balance is the sum of the ledger');
    expect(found).toMatch(/has \d+ and holds 0, must have \d+/);
    expect(found).toContain('was never acknowledged');
    expect(found).toContain('is hidden, expected shown');
  });
});

describe('a run with too few faults', () => {
  const db = useDatabase(60);
  test('fails and names the missing faults', async () => {
    await expect(expectSimulation(db, { ...SHORT, crashes: 0, timeoutMs: 1, isComplete: true })).rejects.toThrow(
      'sweep · write storage_walks: crash',
    );
  });
});

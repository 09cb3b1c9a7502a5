import { useDatabase } from '@app/api/test-support/database';
import { describe, expect, test } from '@jest/globals';
import { expectLane } from '../../src/soft/expect-lane.js';
import { runLane } from '../../src/soft/lane.js';

const LITTLE = { seed: 3, crashes: 15, atMostMs: 60_000 };

// Each needs a database of its own.
describe('a lane notices', () => {
  const db = useDatabase(60);
  test('a credit that came from nowhere, both by its invariants and by its own account of things', async () => {
    const { findings } = await runLane(db.dataSource, {
      ...LITTLE,
      meddle: ({ ask }) => ask(`update credit_accounts set available = available + 10`),
    });
    const found = findings.join('\n');
    expect(found).toContain('D1 the stored balance is the sum of the ledger');
    expect(found).toMatch(/has \d+ and holds 0, must have \d+/);
  });
});

describe('a lane notices, too,', () => {
  const db = useDatabase(60);
  test('work that nobody was told of, and a picture that vanished', async () => {
    const { findings } = await runLane(db.dataSource, {
      ...LITTLE,
      meddle: async ({ ask }) => {
        await ask(
          `insert into generations (id, user_id, seq, prompt, model, style, size, quality, output_format, seed, count,
                                    unit_price, priority, deadline, status, error_code, finished_at)
           select gen_random_uuid(), user_id, 1000000, prompt, model, style, size, quality, output_format, seed, count,
                  unit_price, priority, deadline, 'failed', 'ENGINE_FAILED', now() from generations limit 1`,
        );
        await ask(`update images set deleted_at = now(), purge_at = now() where deleted_at is null and ctid in (
                     select ctid from images where deleted_at is null limit 1)`);
      },
    });
    const found = findings.join('\n');
    expect(found).toContain('was acknowledged to nobody');
    expect(found).toContain('is hidden, wished shown');
  });
});

describe('a lane in which too little went wrong', () => {
  const db = useDatabase(60);
  test('fails, and does not look like one in which all was well', async () => {
    await expect(expectLane(db, { ...LITTLE, crashes: 1_000_000, atMostMs: 1 })).rejects.toThrow(
      'toBeGreaterThanOrEqual',
    );
  });
});

describe('a lane that shall be whole', () => {
  const db = useDatabase(60);
  test('fails by the name of each step that a fault could meet and did not', async () => {
    await expect(expectLane(db, { ...LITTLE, crashes: 0, atMostMs: 1, isWhole: true })).rejects.toThrow(
      'sweep · write storage_walks: crash',
    );
  });
});

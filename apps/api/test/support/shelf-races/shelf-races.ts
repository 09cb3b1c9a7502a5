import { UNDO_SECONDS } from '@app/contracts';
import { afterAll, beforeAll } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PurgePictures } from '../../../src/modules/images/jobs/purge-pictures.js';
import { row, rows, type Sql } from '../../../src/platform/database/rows.js';
import { useApp, type AppOptions, type SignedIn, type TestApp } from '../app.js';
import { giveUnits } from '../credits.js';
import { inParallel } from '../in-parallel.js';
import { expectInvariants } from '../invariants.js';
import { expectShelves } from '../shelves.js';
import { expectFilesAsRows } from '../stored-files.js';
import { until } from '../until.js';
import { storageOf } from '../work.js';
import { MAKE } from './shelf-calls.js';
import { isLegal, type Call, type Made, type Shelf } from './shelf-model.js';
import { Scenes, STARTS, type Scene } from './shelf-scene.js';

const AT_ONCE = 4;
/** Calls of one round begin within so many milliseconds. */
const SPREAD_MS = 5;
const MOST_TOLD = 5;

/** A number from 0 to below `n`. */
export type Roll = (n: number) => number;

/** The same numbers for the same seed. */
function dice(seed: number): Roll {
  let state = seed;
  return (n) => {
    // Park and Miller's.
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
}

export interface ShelfRaces {
  /**
   * Rounds of calls at once, each of which must end as if one call had come after the other. After them counters, credits,
   * rows and files must agree. Answers the first rounds that ended otherwise.
   */
  play(rounds: number, choose: (n: number, roll: Roll) => Plan): Promise<object[]>;
}

type Run = (make: (() => Promise<string>)[]) => Promise<string[]>;

export interface Plan {
  calls: Call[];
  /** Makes the calls and answers what they answer; each within some milliseconds unless given. */
  run?: Run;
}

const within =
  (roll: Roll): Run =>
  (make) =>
    Promise.all(make.map((one) => wait(roll(SPREAD_MS)).then(one)));

class Stage {
  private readonly scenes: Scenes;

  constructor(
    private readonly app: TestApp,
    private readonly person: SignedIn,
  ) {
    this.scenes = new Scenes(app, person);
  }

  make = (): Promise<Scene> => this.scenes.make();

  /** One round; answers the scene that the next one can be played on. */
  async round(old: Scene, { calls, run }: Plan, roll: Roll): Promise<{ scene: Scene; fault?: object }> {
    const start = STARTS[roll(STARTS.length)];
    if (!start) throw new Error('there is no such start');
    const scene = await this.scenes.set(old, start);
    const { app, person, scenes } = this;
    const round = { app, person, scenes, scene, purge: this.purge };
    const makers = calls.map((call) => () => MAKE[call](round));
    const begun = performance.now();
    const answers = await (run ?? within(roll))(makers);
    const isSlow = performance.now() - begun > UNDO_SECONDS * 900;
    const made = calls.map((call, index): Made => ({ call, answer: answers[index] ?? '' }));
    const end = await this.settled(scene, calls);
    const isRight = isLegal(start, made, end, isSlow) && (await this.hasItsFiles(scene, end));
    return isRight ? { scene } : { scene, fault: { start, made, end } };
  }

  private purge = async (): Promise<void> => {
    const purging = this.app.app.get(PurgePictures, { strict: false });
    const { signal } = new AbortController();
    await purging.purge(signal);
    await purging.removeObjects(signal);
  };

  /** What a purge left, because another one was about it, is purged now. */
  private async settled(scene: Scene, calls: Call[]): Promise<Shelf> {
    if (calls.includes('purge')) await this.purge();
    return this.scenes.look(scene);
  }

  private async hasItsFiles(scene: Scene, { gone }: Shelf): Promise<boolean> {
    const keys = await this.scenes.keys(scene);
    const sizes = await Promise.all(keys.map((key) => storageOf(this.app).size(key)));
    return sizes.every((size, index) => (size === null) === gone[index]);
  }
}

/** The sweeper of the application has nothing more to purge, and has done what it began. */
async function atRest(sql: Sql): Promise<void> {
  await rows(
    sql,
    `update images set purge_at = now() + interval '1 hour' where deleted_at is not null and purged_at is null`,
  );
  await until(async () => (await row(sql, `select 1 from object_deletions where done_at is null`)) === null);
}

/** An application with files of its own, and somebody whose pictures people race about. */
export function useShelfRaces(env: AppOptions['env'] = {}): ShelfRaces {
  const dir = mkdtempSync(join(tmpdir(), 'shelf-races-'));
  const app = useApp({
    pool: 12,
    env: (databaseUrl) => ({
      STORAGE_DIR: dir,
      FREE_ALLOWANCE: 'none',
      IN_FLIGHT_ENTERPRISE: '1000',
      DATABASE_POOL: '12',
      ...(typeof env === 'function' ? env(databaseUrl) : env),
    }),
  });
  let stage: Stage;
  beforeAll(async () => {
    const person = await app.signIn({ plan: 'enterprise' });
    await giveUnits(app.dataSource, person.userId, 10_000_000);
    stage = new Stage(app, person);
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  return {
    play: async (rounds, choose) => {
      // Told with each failure; given as RACE_SEED, it makes the same rounds again.
      const seed = Number(process.env.RACE_SEED ?? randomInt(1, 2_000_000_000));
      const faults: object[] = [];
      const free: Scene[] = [];
      const tasks = Array.from({ length: rounds }, (_, n) => async () => {
        const own = dice(seed + n);
        const { scene, fault } = await stage.round(free.pop() ?? (await stage.make()), choose(n, own), own);
        free.push(scene);
        if (fault) faults.push({ seed, round: n, ...fault });
      });
      await inParallel(AT_ONCE, tasks);
      await atRest(app.dataSource);
      await expectInvariants(app.dataSource);
      await expectShelves(app.dataSource);
      await expectFilesAsRows(app);
      return faults.slice(0, MOST_TOLD);
    },
  };
}

import { UNDO_SECONDS } from '@app/contracts';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PurgeImages } from '../../../../src/modules/images/files/clean-up/purge-images.js';
import { row, rows, type Sql } from '../../../../src/platform/database/rows.js';
import { useApp, type AppOptions, type SignedIn, type TestApp } from '../../app.js';
import { FILES_DIR } from '../../config.js';
import { giveUnits } from '../../credits/credits.js';
import { inParallel } from '../../timing/in-parallel.js';
import { expectInvariants } from '../../credits/invariants.js';
import { expectGalleries } from '../gallery-rules.js';
import { RACE_ROUNDS, raceSeed } from '../../timing/race-rounds.js';
import { expectFilesAsRows } from '../stored-files.js';
import { untilAvailable } from '../../http/until-available.js';
import { until } from '../../timing/until.js';
import { storageOf } from '../work.js';
import { MAKE } from './gallery-calls.js';
import { isLegal, type Call, type Made, type Gallery } from './gallery-model.js';
import { Scenes, STARTS, type Scene } from './gallery-scene.js';

const AT_ONCE = 4;
/** Calls of one round begin within so many milliseconds. */
const SPREAD_MS = 5;
const MOST_TOLD = 5;
/** In what the service logs of an answer 500. */
const FAILURE = '"code":"INTERNAL_ERROR"';
/** What the service answers when a machine that stands still lets time-outs of the database pass. */
const REFUSED = '503';
/** Of all rounds of a file; of few rounds a share says nothing. */
const MOST_REFUSED = 0.05;
const LEAST_REFUSED = 5;
const MOST_REPLAYS = 10;
/** Seeds that are so far apart begin four rounds with each place of the images, and with different links and marks. */
const APART = 11;

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

export interface GalleryRaces {
  /**
   * Plays rounds of calls at once, so many of each race. Each must end as if one call had come after the other, and as if
   * calls that were refused with 503 had not been made; a round with such calls is played again. Afterwards counters,
   * credits, rows and files must agree. Answers the first rounds that ended otherwise.
   */
  play(races: Race[], rounds?: number): Promise<object[]>;
}

export interface Race {
  name: string;
  plan: (n: number, roll: Roll) => Plan;
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

interface Round {
  fault?: object;
  wasRefused: boolean;
}

class Stage {
  private readonly scenes: Scenes;
  private readonly free: Scene[] = [];
  private played = 0;
  private refused = 0;

  constructor(
    private readonly app: TestApp,
    private readonly person: SignedIn,
  ) {
    this.scenes = new Scenes(app, person);
  }

  /** Plays a round until none of its calls is refused; answers how it ended if that was wrong. */
  async play(choose: (roll: Roll) => Plan, seed: number): Promise<object | undefined> {
    for (let replays = 0; replays <= MOST_REPLAYS; replays += 1) {
      const roll = dice(seed);
      const { fault, wasRefused } = await this.round(choose(roll), roll);
      this.played += 1;
      if (fault || !wasRefused) return fault;
      this.refused += 1;
    }
    return { refused: MOST_REPLAYS };
  }

  expectFewRefused(): void {
    expect(this.refused).toBeLessThanOrEqual(Math.max(LEAST_REFUSED, this.played * MOST_REFUSED));
  }

  private async round({ calls, run }: Plan, roll: Roll): Promise<Round> {
    const start = STARTS[roll(STARTS.length)];
    if (!start) throw new Error('there is no such start');
    const { app, person, scenes } = this;
    const old = this.free.pop() ?? (await untilAvailable(() => scenes.make()));
    const scene = await untilAvailable(() => scenes.set(old, start));
    const round = { app, person, scenes, scene, purge: this.purge };
    const makers = calls.map((call) => () => MAKE[call](round));
    const begun = performance.now();
    const answers = await (run ?? within(roll))(makers);
    const isSlow = performance.now() - begun > UNDO_SECONDS * 900;
    const made = calls.map((call, index): Made => ({ call, answer: answers[index] ?? '' }));
    const accepted = made.filter(({ answer }) => answer !== REFUSED);
    const end = await this.settled(scene, calls);
    const isRight = isLegal(start, accepted, end, isSlow) && (await this.hasItsFiles(scene, end));
    this.free.push(scene);
    return { wasRefused: accepted.length < made.length, ...(!isRight && { fault: { start, made, end } }) };
  }

  private purge = (): Promise<void> =>
    untilAvailable(async () => {
      const purging = this.app.app.get(PurgeImages, { strict: false });
      const { signal } = new AbortController();
      await purging.purge(signal);
      await purging.removeObjects(signal);
    });

  /** What a purge left, because another one was about it, is purged now. */
  private async settled(scene: Scene, calls: Call[]): Promise<Gallery> {
    if (calls.includes('purge')) await this.purge();
    return this.scenes.look(scene);
  }

  private async hasItsFiles(scene: Scene, { gone }: Gallery): Promise<boolean> {
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

/** An application with files of its own, and somebody whose images people race about. */
export function useGalleryRaces(env: AppOptions['env'] = {}): GalleryRaces {
  const dir = mkdtempSync(join(FILES_DIR, 'gallery-races-'));
  const errors: string[] = [];
  const app = useApp({
    pool: 12,
    log: { write: (line) => void (line.includes(FAILURE) && errors.push(line)) },
    env: (databaseUrl) => ({
      STORAGE_DIR: dir,
      FREE_ALLOWANCE: 'none',
      IN_FLIGHT_ENTERPRISE: '1000',
      DATABASE_POOL: '12',
      LOG_LEVEL: 'error',
      ...(typeof env === 'function' ? env(databaseUrl) : env),
    }),
  });
  let stage: Stage;
  beforeAll(async () => {
    const person = await app.signIn({ plan: 'enterprise' });
    await giveUnits(app.dataSource, person.userId, 10_000_000);
    stage = new Stage(app, person);
  });
  afterAll(() => {
    rmSync(dir, { recursive: true, force: true });
    stage.expectFewRefused();
  });
  return {
    play: async (races, rounds = RACE_ROUNDS) => {
      const seed = raceSeed();
      const faults: object[] = [];
      errors.length = 0;
      const tasks = races.flatMap(({ name, plan }, at) =>
        Array.from({ length: rounds }, (_, n) => async () => {
          const fault = await stage.play((roll) => plan(n, roll), seed + at * rounds + n * APART);
          if (fault) faults.push({ race: name, seed, round: n, ...fault });
        }),
      );
      await inParallel(AT_ONCE, tasks);
      await atRest(app.dataSource);
      await expectInvariants(app.dataSource);
      await expectGalleries(app.dataSource);
      await expectFilesAsRows(app);
      return faults.slice(0, MOST_TOLD).map((fault) => ({ ...fault, errors }));
    },
  };
}

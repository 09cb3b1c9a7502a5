import type { Answer } from '@app/contracts';
import { getQueueToken } from '@nestjs/bull';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Queue } from 'bull';
import { randomBytes } from 'node:crypto';
import { useApp } from '../../../../../test/support/app.js';
import { giveUnits } from '../../../../../test/support/credits/credits.js';
import {
  FakeEngine,
  goodImage,
  show,
  submit,
  TestFailPoints,
  useWorkers,
  type TestWorker,
} from '../../../../../test/support/images/painting.js';
import { until } from '../../../../../test/support/timing/until.js';
import { GenerationQueue } from '../../generation/queue/generation-queue.js';
import { CONSUMER_QUEUE } from '../../generation/queue/generation-queue-ends.js';
import { EngineCapacity } from './engine-capacity.js';
import { GenerateImages } from '../generate-images.js';
import { GenerationProcessor } from '../generation.processor.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });
let stop: AbortController;
beforeEach(() => void (stop = new AbortController()));
afterEach(() => stop.abort());
const workers = useWorkers(app.dataSource);
const env = { WORKER_CONCURRENCY: '4' };

/** What a ring or a look makes a worker do; false: nothing to do. */
const next = (worker: TestWorker): Promise<boolean> => worker.module.get(GenerateImages).run(stop.signal);

/** Answers one image after the other, each when the test says so. */
class HeldEngine extends FakeEngine {
  private readonly held: (() => void)[] = [];
  override answer: FakeEngine['answer'] = async (request) => {
    await new Promise<void>((resolve) => this.held.push(resolve));
    return goodImage(request);
  };
  letOneGo = (): void => this.held.shift()?.();
  letAllGo = (): void => {
    this.answer = goodImage;
    for (const resolve of this.held.splice(0)) resolve();
  };
}

describe('a worker with four slots and an engine that makes one image at once', () => {
  test('begins one generation; the second stays pending and can be cancelled', async () => {
    const engine = new HeldEngine(1);
    const worker = await workers.make({ engine, env });
    const person = await app.signIn({ plan: 'pro' });
    await giveUnits(app.dataSource, person.userId, 350);
    const make = async (): Promise<string> => {
      const sent = { token: person.token, body: { prompt: 'a cat', count: 4 } };
      return (await app.post<Answer<'images.generate'>>('/images/generate', sent)).body.data.id;
    };
    const [first, second] = [await make(), await make()];
    const running = next(worker);
    await until(() => engine.calls.length === 1);
    expect(await next(worker)).toBe(false);
    expect(await show(app.dataSource, second)).toMatchObject({ status: 'pending', attempt: 0 });
    expect((await app.post(`/images/generations/${second}/cancel`, { token: person.token })).status).toBe(200);
    engine.letAllGo();
    await running;
    expect(await show(app.dataSource, first)).toMatchObject({ status: 'completed', available: 210, reserved: 0 });
    expect(await next(worker)).toBe(false);
  });

  test('begins the next generation as soon as the last image has left the engine, while that is still stored', async () => {
    const engine = new FakeEngine(1);
    let store: () => void = () => undefined;
    const failPoints = new TestFailPoints();
    failPoints.actions.painted = () => {
      delete failPoints.actions.painted;
      return new Promise((resolve) => (store = resolve));
    };
    const times = { pollMs: 3_600_000, unclaimedAfterMs: 0 };
    const worker = await workers.make({ engine, env, failPoints, times });
    const [first, second] = [await submit(app.dataSource), await submit(app.dataSource)];
    await worker.module.init();
    await worker.module.get(GenerationProcessor).poll();
    await until(async () => (await show(app.dataSource, second.id)).status === 'completed');
    expect((await show(app.dataSource, first.id)).status).toBe('processing');
    store();
    await until(async () => (await show(app.dataSource, first.id)).status === 'completed');
  });
});

test('an engine that makes several images at once is given generations until as many of their images have not left it', async () => {
  const engine = new HeldEngine(5);
  const worker = await workers.make({ engine, env });
  const running: Promise<boolean>[] = [];
  for (const count of [2, 2, 3, 1]) await submit(app.dataSource, { count });
  for (const calls of [2, 4, 5]) {
    running.push(next(worker));
    await until(() => engine.calls.length === calls);
  }
  engine.letOneGo();
  engine.letOneGo();
  await until(() => engine.calls.length === 7);
  expect(await next(worker)).toBe(false);
  engine.letOneGo();
  await until(() => worker.module.get(EngineCapacity).hasRoom());
  running.push(next(worker));
  await until(() => engine.calls.length === 8);
  expect(engine.mostAtOnce).toBe(5);
  engine.letAllGo();
  expect(await Promise.all(running)).toEqual([true, true, true, true]);
});

describe('a notification that a worker without room has taken', () => {
  const HOUR_MS = 3_600_000;
  const times = { pollMs: HOUR_MS, unclaimedAfterMs: 0 };
  const queueOf = ({ module }: TestWorker): Queue => module.get(getQueueToken(CONSUMER_QUEUE));
  const poll = ({ module }: TestWorker): Promise<number> => module.get(GenerationProcessor).poll();
  const started = async (engine: FakeEngine, installation: string): Promise<TestWorker> => {
    const worker = await workers.make({ engine, env: { ...env, INSTALLATION_ID: installation }, times });
    await worker.module.init();
    // Without Redis, a worker looks for everything.
    await until(() => queueOf(worker).client.status === 'ready');
    return worker;
  };
  /** Submitted and notified; returned once the notification is gone. */
  const notified = async (worker: TestWorker, isTaken: () => boolean | Promise<boolean>): Promise<string> => {
    const { id } = await submit(app.dataSource);
    const notification = { generationId: id, attempt: 0, priority: 10 };
    await until(() => worker.module.get(GenerationQueue).tryEnqueue(notification));
    await until(isTaken);
    return id;
  };

  test('is made good by the poll of a worker that has room, whether or not it has work in hand', async () => {
    const installation = `r${randomBytes(6).toString('hex')}`;
    const [full, free] = [new HeldEngine(1), new HeldEngine(2)];
    const first = await started(full, installation);
    await notified(first, () => full.calls.length === 1);
    const queue = queueOf(first);
    // Only the first one is still at work on its notification.
    const isGone = async (): Promise<boolean> => (await queue.count()) === 0 && (await queue.getActiveCount()) === 1;
    const id = await notified(first, isGone);
    expect((await show(app.dataSource, id)).status).toBe('pending');
    const second = await started(free, installation);
    expect(await poll(second)).toBe(1);
    await until(() => free.calls.length === 1);
    // Without a notification, as if the first worker had taken that, too.
    const other = await submit(app.dataSource);
    expect(await poll(second)).toBe(1);
    await until(() => free.calls.length === 2);
    for (const engine of [full, free]) engine.letAllGo();
    for (const made of [id, other.id])
      await until(async () => (await show(app.dataSource, made)).status === 'completed');
  });
});

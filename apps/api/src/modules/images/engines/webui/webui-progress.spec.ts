import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { testConfig } from '../../../../../test/support/config.js';
import { offerOf, paint, type LoggedRequest } from '../../../../../test/support/images/engines.js';
import { imageFile } from '../../../../../test/support/images/images.js';
import { useSandbox } from '../../../../../test/support/sandbox.js';
import { until } from '../../../../../test/support/timing/until.js';
import type { EngineProgress } from '../image-engine.port.js';
import { WatchedImage } from './webui-progress.js';
import { WebuiEngine } from './webui.engine.js';

const SMALL = { width: 64, height: 64 };
const STEPS = 28;

interface State {
  job_count: number;
  job_timestamp: string;
  sampling_steps: number;
  interrupted?: boolean;
}

const IDLE: State = { job_count: 0, job_timestamp: '0', sampling_steps: 0 };
const OURS: State = { job_count: 1, job_timestamp: '20260101000001', sampling_steps: STEPS };
const OTHERS: State = { job_count: 1, job_timestamp: '20260101000002', sampling_steps: STEPS };

/** A server that tells of these states one after the other, then of the last one for ever. */
function tellingServer(states: (State | 'nothing')[], image: Buffer | null = null) {
  const posts: string[] = [];
  let looks = 0;
  const get = async (path: string): Promise<unknown> => {
    const state = states[Math.min(looks, states.length - 1)];
    looks += 1;
    if (state === 'nothing' || state === undefined) throw new Error('404');
    const withImage = path.endsWith('skip_current_image=false');
    return { progress: 0.5, current_image: withImage ? (image?.toString('base64') ?? null) : null, state };
  };
  const post = async (path: string): Promise<unknown> => posts.push(path);
  return { get, post, posts, looks: () => looks };
}

async function watch(states: (State | 'nothing')[], image: Buffer | null = null) {
  const server = tellingServer(states, image);
  const heard: EngineProgress[] = [];
  const options = { signal: new AbortController().signal, onProgress: (news: EngineProgress) => heard.push(news) };
  const watched = new WatchedImage(server, { steps: STEPS, options }, 1);
  const canBeTold = await watched.canBeTold();
  const following = canBeTold ? watched.follow() : Promise.resolve();
  if (canBeTold) await until(() => server.looks() > states.length + 2);
  const stopped = await watched.wasStopped();
  await watched.interrupt();
  watched.end();
  await following;
  return { canBeTold, heard, stopped, posts: server.posts };
}

describe('the progress that a server tells of', () => {
  test('is of our image when it is the first to begin after the server was idle', async () => {
    const image = await imageFile(512, 256);
    const { heard, posts } = await watch([IDLE, IDLE, OURS], image);
    expect(heard[0]).toEqual({ stage: 'drawing', fraction: 0.5, preview: null });
    const preview = heard.at(-1)?.preview;
    expect(preview?.contentType).toBe('image/webp');
    expect(await sharp(preview?.bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 128 });
    expect(posts).toEqual(['interrupt']);
  });

  test.each<[string, (State | 'nothing')[]]>([
    ['somebody else is at work when we come', [OTHERS, OURS]],
    ['the server does not tell', ['nothing']],
  ])('is nobody’s when %s', async (_, states) => {
    const { canBeTold, heard } = await watch(states);
    expect(canBeTold).toBe(false);
    expect(heard).toEqual([]);
  });

  test.each<[string, State]>([
    ['it has another number of steps', { ...OURS, sampling_steps: 50 }],
    ['it is several images', { ...OURS, job_count: 4 }],
  ])('is not ours when %s: neither shown nor stopped', async (_, state) => {
    expect(await watch([IDLE, state], await imageFile(64, 64))).toMatchObject({ heard: [], posts: [] });
  });

  test('is not ours any more when another job has begun', async () => {
    const { heard, posts } = await watch([IDLE, OURS, OTHERS], await imageFile(64, 64));
    expect(heard).toHaveLength(1);
    expect(posts).toEqual([]);
  });

  test('says that somebody stopped ours, also when it has ended since', async () => {
    expect(await watch([IDLE, OURS, { ...OURS, job_count: 0, interrupted: true }])).toMatchObject({ stopped: true });
    expect(await watch([IDLE, OURS, { ...OTHERS, interrupted: true }])).toMatchObject({ stopped: false });
    expect(await watch([IDLE, { ...OURS, interrupted: true }, OTHERS])).toMatchObject({ stopped: true });
    expect(await watch([IDLE, OURS])).toMatchObject({ stopped: false });
  });
});

test('nothing is told of an image that ended while its preview was made', async () => {
  const image = await imageFile(512, 512);
  const server = tellingServer([IDLE, OURS], image);
  const heard: EngineProgress[] = [];
  const options = { signal: new AbortController().signal, onProgress: (news: EngineProgress) => heard.push(news) };
  const get = async (path: string): Promise<unknown> => {
    const answer = await server.get(path);
    // After the answer was taken, before sharp has made a preview of it.
    if (path.endsWith('skip_current_image=false')) setImmediate(() => watched.end());
    return answer;
  };
  const watched: WatchedImage = new WatchedImage({ ...server, get }, { steps: STEPS, options }, 1);
  expect(await watched.canBeTold()).toBe(true);
  await watched.follow();
  expect(heard.filter(({ preview }) => preview !== null)).toEqual([]);
});

test.each([
  [-0.5, 0],
  [0.25, 0.25],
  [7, 1],
])('a progress of %d is shown as %d', async (progress, shown) => {
  const heard: EngineProgress[] = [];
  const options = { signal: new AbortController().signal, onProgress: (news: EngineProgress) => heard.push(news) };
  const server = { get: () => Promise.resolve({ progress, state: OURS }), post: () => Promise.resolve() };
  const watched = new WatchedImage(server, { steps: STEPS, options }, 1);
  const following = watched.follow();
  await until(() => heard.length > 0);
  watched.end();
  await following;
  expect(heard[0]?.fraction).toBe(shown);
});

describe('an image on a server of the sandbox', () => {
  const sandbox = useSandbox();
  const engine = async () => {
    const { webui } = testConfig(await offerOf(sandbox, 'webui'));
    if (!webui) throw new Error('the sandbox offers no WebUI');
    return new WebuiEngine(webui, { pollMs: 20 });
  };
  const jobsThere = async (): Promise<number> => {
    const { WEBUI_URL: url } = await offerOf(sandbox, 'webui');
    const answer = await fetch(`${url}/sdapi/v1/progress?skip_current_image=true`);
    return ((await answer.json()) as { state: State }).state.job_count;
  };

  const interruptions = async (): Promise<number> => {
    const log = await sandbox.control<LoggedRequest[]>('requests?provider=webui');
    return log.filter(({ path }) => path.endsWith('/interrupt')).length;
  };

  test('is shown while it is drawn, and stopped when nobody wants it any more', async () => {
    await sandbox.control('webui', { stepMs: 600_000 });
    const stop = new AbortController();
    const heard: EngineProgress[] = [];
    const painting = paint(await engine(), SMALL, { signal: stop.signal, onProgress: (news) => heard.push(news) });
    const outcome = painting.catch((error: unknown) => String(error));
    await until(() => heard.some(({ preview }) => preview !== null));
    stop.abort(new Error('enough'));
    expect(await outcome).toBe('Error: enough');
    await until(async () => (await jobsThere()) === 0);
    expect(await interruptions()).toBe(1);
    expect(heard[0]).toEqual({ stage: 'preparing', fraction: null, preview: null });
  });

  test('behind somebody else’s is not shown as ours, and leaves theirs alone', async () => {
    await sandbox.control('webui', { stepMs: 600_000 });
    const { WEBUI_URL: url } = await offerOf(sandbox, 'webui');
    const theirs = new AbortController();
    const body = JSON.stringify({ prompt: 'theirs', ...SMALL, steps: STEPS });
    const other = fetch(`${url}/sdapi/v1/txt2img`, { method: 'POST', body, signal: theirs.signal });
    await until(async () => (await jobsThere()) === 1);
    const looks = async (): Promise<number> => (await sandbox.control<object[]>('requests?provider=webui')).length;
    const looksBefore = await looks();
    const stop = new AbortController();
    const heard: EngineProgress[] = [];
    const painting = paint(await engine(), SMALL, { signal: stop.signal, onProgress: (news) => heard.push(news) });
    const outcome = painting.catch((error: unknown) => String(error));
    await until(async () => (await looks()) > looksBefore);
    stop.abort(new Error('enough'));
    expect(await outcome).toBe('Error: enough');
    expect(heard).toEqual([{ stage: 'preparing', fraction: null, preview: null }]);
    expect(await interruptions()).toBe(0);
    theirs.abort();
    await expect(other).rejects.toThrow('abort');
  });

  test('beside another of ours is not told apart from it: neither is shown or stopped', async () => {
    await sandbox.control('webui', { stepMs: 600_000 });
    const stop = new AbortController();
    const heard: EngineProgress[] = [];
    const one = await engine();
    const options = { signal: stop.signal, onProgress: (news: EngineProgress) => heard.push(news) };
    const paintings = [paint(one, SMALL, options), paint(one, { ...SMALL, seed: 43 }, options)];
    const outcomes = Promise.allSettled(paintings);
    await until(async () => (await jobsThere()) === 1);
    stop.abort(new Error('enough'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(heard.map(({ stage }) => stage)).toEqual(['preparing', 'preparing']);
    expect(await interruptions()).toBe(0);
  });
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

test('an image that another of ours overtook during the first look is not told apart from it', async () => {
  let polls = 0;
  let posts = 0;
  let overtaken: (() => void) | undefined;
  const server = createServer((request, response) => {
    const tell = (state: State): unknown => response.end(JSON.stringify({ progress: 0.5, state }));
    if (request.method === 'POST') {
      // Both wait for ever; the first look is answered once one is there.
      posts += 1;
      overtaken?.();
      return;
    }
    polls += 1;
    if (polls === 1) overtaken = () => tell(IDLE);
    else tell(OURS);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { webui } = testConfig({ WEBUI_URL: `http://127.0.0.1:${port}` });
  if (!webui) throw new Error('no settings');
  const one = new WebuiEngine(webui, { pollMs: 1 });
  const stop = new AbortController();
  const heard: EngineProgress[] = [];
  const options = { signal: stop.signal, onProgress: (news: EngineProgress) => heard.push(news) };
  const first = paint(one, SMALL, options);
  await until(() => polls === 1);
  const outcomes = Promise.allSettled([first, paint(one, { ...SMALL, seed: 43 }, options)]);
  await until(() => posts === 2);
  stop.abort(new Error('enough'));
  await outcomes;
  expect(heard.map(({ stage }) => stage)).toEqual(['preparing', 'preparing']);
  expect(polls).toBe(1);
});

import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { testConfig } from '../../../../../test/support/config.js';
import { offerOf, paint, paintingsOf } from '../../../../../test/support/engines.js';
import { pictureFile } from '../../../../../test/support/pictures.js';
import { useSandbox } from '../../../../../test/support/sandbox.js';
import { until } from '../../../../../test/support/until.js';
import type { EngineProgress } from '../image-engine.port.js';
import { WatchedPicture } from './webui-progress.js';
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
  const picture = new WatchedPicture(server, { steps: STEPS, options }, 1);
  const canBeTold = await picture.canBeTold();
  const following = canBeTold ? picture.follow() : Promise.resolve();
  if (canBeTold) await until(() => server.looks() > states.length + 2);
  const stopped = await picture.wasStopped();
  await picture.interrupt();
  picture.end();
  await following;
  return { canBeTold, heard, stopped, posts: server.posts };
}

describe('the progress that a server tells of', () => {
  test('is of our picture when it is the first to begin after the server was idle', async () => {
    const image = await pictureFile(512, 256);
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
    ['it is several pictures', { ...OURS, job_count: 4 }],
  ])('is not ours when %s: neither shown nor stopped', async (_, state) => {
    expect(await watch([IDLE, state], await pictureFile(64, 64))).toMatchObject({ heard: [], posts: [] });
  });

  test('is not ours any more when another job has begun', async () => {
    const { heard, posts } = await watch([IDLE, OURS, OTHERS], await pictureFile(64, 64));
    expect(heard).toHaveLength(1);
    expect(posts).toEqual([]);
  });

  test('says that somebody stopped ours, also when it has ended since', async () => {
    expect(await watch([IDLE, OURS, { ...OURS, job_count: 0, interrupted: true }])).toMatchObject({ stopped: true });
    expect(await watch([IDLE, OURS, { ...OTHERS, interrupted: true }])).toMatchObject({ stopped: false });
    expect(await watch([IDLE, OURS])).toMatchObject({ stopped: false });
  });
});

describe('a picture on a server of the sandbox', () => {
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
    expect(await jobsThere()).toBe(1);
    expect(heard).toEqual([{ stage: 'preparing', fraction: null, preview: null }]);
    expect(await paintingsOf(sandbox, 'webui')).toEqual([]);
    theirs.abort();
    await expect(other).rejects.toThrow('abort');
  });
});

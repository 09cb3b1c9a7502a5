import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.js';
import { webuiClient, type WebuiClient, type WebuiProgress } from '../../test/webui.js';

let sandbox: TestSandbox;
let webui: WebuiClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  webui = webuiClient(sandbox);
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.dispose());

const pixelsOf = (image: Buffer | undefined) => sharp(image).raw().toBuffer();

describe('the queue of a WebUI server', () => {
  const long = { width: 64, height: 64, steps: 150 };

  it('reports no progress when it is idle', async () => {
    expect(await webui.progress()).toMatchObject({
      progress: 0,
      eta_relative: 0,
      state: { job_count: 0, job: '' },
      current_image: null,
    });
  });

  it('reports progress and a preview of the running call', async () => {
    await sandbox.control('webui', { stepMs: 50 });
    const running = webui.send(long);
    const early = await webui.until(({ state }) => state.sampling_step >= 1);
    const later = await webui.until(({ state }) => state.sampling_step > early.state.sampling_step);
    const unseen = await webui.read<WebuiProgress>(webui.call('progress?skip_current_image=true'));
    await webui.call('interrupt', {});
    await running;

    expect(early).toMatchObject({ state: { job_count: 1, job_no: 0, sampling_steps: 150, interrupted: false } });
    expect(later.progress).toBeGreaterThan(early.progress);
    expect(later.progress).toBeLessThan(1);
    expect(await sharp(Buffer.from(later.current_image ?? '', 'base64')).metadata()).toMatchObject({
      format: 'png',
      width: 8,
    });
    expect(unseen.current_image).toBeNull();
  });

  it('interrupts the running call, which returns its images so far', async () => {
    const whole = await webui.generate({ ...long, n_iter: 3 });
    await sandbox.control('webui', { stepMs: 600_000 });
    const running = webui.generate({ ...long, n_iter: 3 });
    await webui.until(({ state }) => state.job_count === 3);

    await webui.call('interrupt', {});
    const { images, info } = await running;

    expect(info.all_seeds).toEqual([7]);
    expect(images).toHaveLength(1);
    expect((await pixelsOf(images[0])).equals(await pixelsOf(whole.images[0]))).toBe(false);
    expect((await webui.progress()).state.job_count).toBe(0);
  });

  it('processes calls in order', async () => {
    await sandbox.control('webui', { stepMs: 600_000 });
    const finished: number[] = [];
    const start = async (seed: number) => {
      const answer = await webui.generate({ ...long, seed });
      finished.push(answer.info.seed);
    };
    const first = start(1);
    await webui.until(({ state }) => state.job_count === 1);
    const second = start(2);
    const third = webui.progress();
    expect((await third).state.job_count).toBe(1);
    expect(finished).toEqual([]);

    await sandbox.control('webui', { stepMs: 0 });
    await webui.call('interrupt', {});
    await Promise.all([first, second]);

    expect(finished).toEqual([1, 2]);
  });

  it('interrupts only the running call', async () => {
    const whole = await webui.generate({ ...long, seed: 2 });
    await sandbox.control('webui', { stepMs: 600_000 });
    const first = webui.generate({ ...long, seed: 1 });
    await webui.until(({ state }) => state.job_count === 1);
    const second = webui.generate({ ...long, seed: 2 });
    await sandbox.control('webui', { stepMs: 0 });

    await webui.call('interrupt', {});

    await first;
    expect((await second).images).toEqual(whole.images);
  });

  it('finishes images of disconnected clients, as real ones do', async () => {
    await sandbox.control('webui', { stepMs: 600_000 });
    const caller = new AbortController();
    const url = `${sandbox.url}/webui/sdapi/v1/txt2img`;
    const body = JSON.stringify(long);
    const gone = fetch(url, { method: 'POST', body, signal: caller.signal });
    await webui.until(({ state }) => state.job_count === 1);

    caller.abort();
    await expect(gone).rejects.toThrow('aborted');

    expect((await webui.progress()).state.job_count).toBe(1);
    await webui.call('interrupt', {});
    await webui.until(({ state }) => state.job_count === 0);
  });
});

describe('failures of a WebUI server', () => {
  const withKeyword = (keyword: string) => ({ prompt: `a lighthouse #${keyword}`, width: 128, height: 128 });
  const first = async (keyword: string) => (await webui.generate(withKeyword(keyword))).images[0];

  it.each([
    ['broken', 500, { error: 'OutOfMemoryError' }, null],
    ['busy', 429, { detail: 'Too Many Requests' }, '2'],
    ['busysilent', 429, { detail: 'Too Many Requests' }, null],
    ['unavailable', 503, { detail: 'Service Unavailable' }, null],
    ['unauthorized', 401, { detail: 'Incorrect username or password' }, null],
  ])('#%s answers %d', async (keyword, status, error, retryAfter) => {
    const answer = await webui.send(withKeyword(keyword));

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
    expect(await answer.json()).toMatchObject(error);
  });

  it('#blackened returns a black image, as safety checkers do', async () => {
    const { channels } = await sharp(await first('blackened')).stats();

    expect(channels.map(({ max }) => max)).toEqual([0, 0, 0]);
  });

  it('#fewer returns one image fewer than requested', async () => {
    expect((await webui.generate({ ...withKeyword('fewer'), n_iter: 4 })).images).toHaveLength(3);
    expect((await webui.generate(withKeyword('fewer'))).images).toEqual([]);
  });

  it('#truncated returns half an image', async () => {
    await expect(pixelsOf(await first('truncated'))).rejects.toThrow();
  });

  it.each([
    ['wrongtype', { format: 'gif' }],
    ['wrongsize', { format: 'png', width: 300, height: 200 }],
    ['bomb', { format: 'png', width: 10_000, height: 10_000 }],
  ])('#%s returns an image of %j', async (keyword, metadata) => {
    expect(await sharp(await first(keyword)).metadata()).toMatchObject(metadata);
  });

  it('#garbage returns no image', async () => {
    await expect(sharp(await first('garbage')).metadata()).rejects.toThrow('unsupported image format');
  });

  it('#html and #empty return no JSON', async () => {
    const page = await webui.send(withKeyword('html'));
    const nothing = await webui.send(withKeyword('empty'));

    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect([nothing.status, await nothing.text()]).toEqual([200, '']);
  });

  it('#cut and #drop disconnect', async () => {
    const cut = await webui.send(withKeyword('cut'));

    await expect(cut.text()).rejects.toThrow('terminated');
    await expect(webui.send(withKeyword('drop'))).rejects.toThrow('fetch failed');
  });

  it('#slow delays a correct answer', async () => {
    await sandbox.control('webui', { slowMs: 300 });
    const started = performance.now();

    expect(await sharp(await first('slow')).metadata()).toMatchObject({ width: 128 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
  });

  it('can be planned', async () => {
    await sandbox.control('failures', { provider: 'webui', kind: 'broken' });

    expect([(await webui.send()).status, (await webui.send()).status]).toEqual([500, 200]);
  });
});

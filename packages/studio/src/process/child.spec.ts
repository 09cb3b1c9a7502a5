import { getPriority } from 'node:os';
import { beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import { paint } from '../paint.js';
import { ENTRY, request } from '../testing/images.js';
import type { PaintProgress } from '../types.js';
import { createStudioProcess, type StudioProcess } from './child.js';

describe('studio process', () => {
  let studio: StudioProcess;
  beforeEach(() => {
    studio = createStudioProcess({ entry: ENTRY });
  });
  afterEach(() => studio.close());

  /** Resolves when the painting has begun; its end is seen too, so that a rejection is never unhandled. */
  const begun = (prompt: string, signal?: AbortSignal) => {
    let heard: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (heard = resolve));
    const ended = studio
      .paint(request(prompt, 'enhance', { width: 900, height: 900 }), {
        onProgress: () => heard(),
        ...(signal ? { signal } : {}),
      })
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    return { started, ended };
  };

  it('paints the pixels that another process paints, byte for byte', async () => {
    const prompt = '雨中的城市，夜晚 and a dragon';
    const other = createStudioProcess({ entry: ENTRY });
    const [one, two] = await Promise.all([
      studio.paint(request(prompt, 'fantasy-art')),
      other.paint(request(prompt, 'fantasy-art')),
    ]);
    await other.close();
    expect(one.bytes.equals(two.bytes)).toBe(true);
    expect(one.bytes.equals((await paint(request(prompt, 'fantasy-art'))).bytes)).toBe(true);
    expect(one.understood.map((word) => word.text)).toEqual(['雨', '城市', '夜晚', 'dragon']);
  });

  it('forwards progress while it paints, previews as buffers', async () => {
    const heard: PaintProgress[] = [];
    await studio.paint(request('lake'), { onProgress: (progress) => heard.push(progress) });
    expect(heard.map((progress) => progress.stage)).toEqual(['plan', 'sky', 'land', 'subjects', 'style', 'encode']);
    expect(heard.slice(1).every((progress) => (progress.preview?.length ?? 0) > 0)).toBe(true);
  });

  it('works through a queue with one child of low priority', async () => {
    const paintings = await Promise.all(['cat', 'dog', 'fox'].map((prompt) => studio.paint(request(prompt))));
    expect(paintings.map((painting) => painting.understood[0]?.text)).toEqual(['cat', 'dog', 'fox']);
    expect(studio.pids()).toHaveLength(1);
    expect(getPriority(studio.pids()[0])).toBe(10);
  });

  it('ends a running painting on abort and paints the next one', async () => {
    const abort = new AbortController();
    const running = begun('city', abort.signal);
    const next = studio.paint(request('lake'));
    await running.started;
    const [pid] = studio.pids();
    abort.abort(new Error('no longer wanted'));
    expect(await running.ended).toEqual(new Error('no longer wanted'));
    expect((await next).width).toBe(120);
    expect(studio.pids()).toHaveLength(1);
    expect(studio.pids()).not.toContain(pid);
  });

  it('removes a waiting painting from the queue on abort', async () => {
    const running = studio.paint(request('city'));
    const abort = new AbortController();
    const waiting = studio.paint(request('lake'), { signal: abort.signal });
    const before = studio.pids();
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect((await running).understood[0]?.text).toBe('city');
    expect(studio.pids()).toEqual(before);
  });

  it('refuses a signal that is already aborted', async () => {
    await expect(studio.paint(request('lake'), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(studio.pids()).toEqual([]);
  });

  it('rejects the painting whose child dies and paints the next one in a new child', async () => {
    const running = begun('city');
    await running.started;
    const [pid] = studio.pids();
    process.kill(pid ?? 0, 'SIGKILL');
    expect(await running.ended).toMatchObject({
      name: 'StudioCrashError',
      message: 'the painter died while painting (SIGKILL)',
    });
    expect((await studio.paint(request('lake'))).width).toBe(120);
    expect(studio.pids()).not.toContain(pid);
  });

  it('rejects a bad request with the reason and keeps its child', async () => {
    await studio.paint(request('lake'));
    const before = studio.pids();
    await expect(studio.paint(request('lake', 'enhance', { seed: -5 }))).rejects.toThrow(RangeError);
    expect(studio.pids()).toEqual(before);
  });

  it('rejects unfinished and later paintings when it is closed', async () => {
    const running = begun('city');
    await running.started;
    await studio.close();
    expect(await running.ended).toMatchObject({ name: 'AbortError' });
    await expect(studio.paint(request('lake'))).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('ends an idle child', async () => {
    const brief = createStudioProcess({ entry: ENTRY, idleMs: 1 });
    await brief.paint(request('lake'));
    const gone = async () => {
      while (brief.pids().length > 0) await new Promise((resolve) => setImmediate(resolve));
    };
    await gone();
    expect(brief.pids()).toEqual([]);
    expect((await brief.paint(request('lake'))).width).toBe(120);
    await brief.close();
  });
});

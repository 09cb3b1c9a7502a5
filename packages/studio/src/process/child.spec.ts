import { getPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { runInThisContext } from 'node:vm';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ENTRY, request } from '../testing/images.js';
import type { PaintProgress } from '../types.js';
import { createStudioProcess, type StudioProcess } from './child.js';

describe('studio process', () => {
  const studio = createStudioProcess({ entry: ENTRY });
  afterAll(() => studio.close());

  /** Resolves when the painting has begun; its end is seen too, so that a rejection is never unhandled. */
  const begun = (prompt: string, { of = studio, signal }: { of?: StudioProcess; signal?: AbortSignal } = {}) => {
    let heard: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (heard = resolve));
    const ended = of
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
    const running = begun('city', { signal: abort.signal });
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
    const unused = createStudioProcess({ entry: ENTRY });
    await expect(unused.paint(request('lake'), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(unused.pids()).toEqual([]);
    await unused.close();
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

  it('rejects each painting that no child can be started for, waiting ones too, and paints again once one can', async () => {
    // Jest's own `process` is a copy, whose environment no child gets.
    const { env } = runInThisContext('process') as NodeJS.Process;
    const running = begun('city');
    const waiting = ['cat', 'dog'].map((prompt) => studio.paint(request(prompt)));
    const refused = waiting.map((painting) =>
      expect(painting).rejects.toMatchObject({
        name: 'StudioCrashError',
        message: 'the painter failed to start: Error: spawn E2BIG',
      }),
    );
    await running.started;
    // More than any system takes: the start itself throws, as it does without memory.
    env['TOO_LARGE'] = 'x'.repeat(8_000_000);
    process.kill(studio.pids()[0] ?? 0, 'SIGKILL');
    await running.ended;
    await Promise.all(refused).finally(() => delete env['TOO_LARGE']);
    expect(studio.pids()).toEqual([]);
    expect((await studio.paint(request('lake'))).width).toBe(120);
  });

  it('rejects a bad request with the reason and keeps its child', async () => {
    await studio.paint(request('lake'));
    const before = studio.pids();
    await expect(studio.paint(request('lake', 'enhance', { seed: -5 }))).rejects.toThrow(RangeError);
    expect(studio.pids()).toEqual(before);
  });

  it('rejects unfinished and later paintings when it is closed', async () => {
    const brief = createStudioProcess({ entry: ENTRY });
    const running = begun('city', { of: brief });
    await running.started;
    await brief.close();
    expect(await running.ended).toMatchObject({ name: 'AbortError' });
    await expect(brief.paint(request('lake'))).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('ends an idle child', async () => {
    const brief = createStudioProcess({ entry: ENTRY, idleMs: 1 });
    await brief.paint(request('lake'));
    while (brief.pids().length > 0) await setTimeout(10);
    expect(brief.pids()).toEqual([]);
    expect((await brief.paint(request('lake'))).width).toBe(120);
    await brief.close();
  });
});

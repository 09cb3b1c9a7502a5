import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { GenerateOptions } from '../image-engine.port.js';
import { previewOf } from '../inspect-image.js';
import type { WebuiServer } from './webui-server.js';
import { abortAfter } from '../../../../platform/abort-after.js';

const Progress = z.object({
  progress: z.number(),
  current_image: z.string().nullish(),
  state: z.object({
    job_count: z.number(),
    job_timestamp: z.string(),
    sampling_steps: z.number().catch(0),
    interrupted: z.boolean().catch(false),
  }),
});
type Progress = z.infer<typeof Progress>;

const LOOK_WITHIN_MS = 3_000;
/** Later, another client's job may already be running. */
const INTERRUPT_WITHIN_MS = 3_000;

export interface Watched {
  steps: number;
  options: GenerateOptions;
}

/** The server does not name its job: ours began on an idle server, beside no other request, with our steps. */
export class WatchedImage {
  /** When the job began by the server's clock, which identifies it. */
  private job: string | null = null;
  private wasInterrupted = false;
  private readonly over = new AbortController();

  constructor(
    private readonly server: Pick<WebuiServer, 'get' | 'post'>,
    private readonly watched: Watched,
    private readonly everyMs: number,
  ) {}

  /** Called before the request is sent; false if the server is not idle. */
  async canBeTold(): Promise<boolean> {
    const now = await this.look(false, LOOK_WITHIN_MS);
    return now?.state.job_count === 0;
  }

  async follow(): Promise<void> {
    while (!this.over.signal.aborted) {
      await sleep(this.everyMs, undefined, { signal: this.over.signal }).catch(() => undefined);
      const now = await this.look(this.job !== null, LOOK_WITHIN_MS);
      if (now && this.isOurs(now)) await this.tell(now);
    }
  }

  end(): void {
    this.over.abort(new Error('over'));
  }

  /** An image that was stopped half-way at the server is unfinished. */
  async wasStopped(): Promise<boolean> {
    if (this.job === null || this.wasInterrupted) return this.wasInterrupted;
    // Servers remember how the last job ended until the next one begins.
    const now = await this.look(false, LOOK_WITHIN_MS);
    return now?.state.job_timestamp === this.job && now.state.interrupted;
  }

  /** Only if the server works on it. Never rejects. */
  async interrupt(): Promise<void> {
    const signal = AbortSignal.timeout(INTERRUPT_WITHIN_MS);
    try {
      const now = Progress.parse(await this.server.get('progress?skip_current_image=true', signal));
      if (this.isOurs(now)) await this.server.post('interrupt', {}, signal);
    } catch {
      // The server finishes an image that nobody fetches.
    }
  }

  private isOurs({ state }: Progress): boolean {
    const { job_count: count, job_timestamp: job, sampling_steps: steps } = state;
    if (count !== 1 || (steps !== 0 && steps !== this.watched.steps)) return false;
    this.job ??= job;
    return this.job === job;
  }

  private async tell({ progress, current_image: image, state }: Progress): Promise<void> {
    this.wasInterrupted ||= state.interrupted;
    const preview = image ? await previewOf(Buffer.from(image, 'base64')) : null;
    if (this.over.signal.aborted) return;
    this.watched.options.onProgress({ stage: 'drawing', fraction: Math.min(Math.max(progress, 0), 1), preview });
  }

  private async look(withImage: boolean, withinMs: number): Promise<Progress | null> {
    const path = `progress?skip_current_image=${!withImage}`;
    try {
      const answer = await abortAfter(withinMs, this.over.signal, (signal) => this.server.get(path, signal));
      return Progress.parse(answer);
    } catch {
      // stable-diffusion.cpp does not report it; other servers may be too busy.
      return null;
    }
  }
}

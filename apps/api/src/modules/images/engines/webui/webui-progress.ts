import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { GenerateOptions } from '../image-engine.port.js';
import { previewOf } from '../inspect-image.js';
import type { WebuiServer } from './webui-server.js';

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
/** A client's own interruption is looked for and sent within this time, or not at all. */
const INTERRUPT_WITHIN_MS = 3_000;

/** One call of ours that the server is asked about. */
export interface Watched {
  steps: number;
  options: GenerateOptions;
}

/**
 * Follows one picture on a server that tells of "the" running job without saying whose it is. Somebody else's picture must
 * neither be shown nor stopped, so a job is taken for ours only if it is the first to begin after the server had nothing to
 * do, when no other request of ours was there, and if it has as many steps as ours.
 */
export class WatchedImage {
  /** When the job began by the server's clock, which serves as its name. */
  private job: string | null = null;
  private wasInterrupted = false;
  private readonly over = new AbortController();

  constructor(
    private readonly server: Pick<WebuiServer, 'get' | 'post'>,
    private readonly watched: Watched,
    private readonly everyMs: number,
  ) {}

  /** Looks whether the server is idle. Called before the request is sent; false: nothing can be told. */
  async canBeTold(): Promise<boolean> {
    const now = await this.look(false, LOOK_WITHIN_MS);
    return now?.state.job_count === 0;
  }

  /** Tells of the picture until `end` is called. Never rejects. */
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

  /** Whether somebody at the server stopped it half-way: what it answered then is no finished picture. */
  async wasStopped(): Promise<boolean> {
    if (this.job === null || this.wasInterrupted) return this.wasInterrupted;
    // Servers remember how the last job ended until the next one begins.
    const now = await this.look(false, LOOK_WITHIN_MS);
    return now?.state.job_timestamp === this.job && now.state.interrupted;
  }

  /** Stops it, if it is the one that the server works on. Never rejects. */
  async interrupt(): Promise<void> {
    const signal = AbortSignal.timeout(INTERRUPT_WITHIN_MS);
    try {
      const now = Progress.parse(await this.server.get('progress?skip_current_image=true', signal));
      if (this.isOurs(now)) await this.server.post('interrupt', {}, signal);
    } catch {
      // The server finishes a picture that nobody fetches.
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
    const signal = AbortSignal.any([this.over.signal, AbortSignal.timeout(withinMs)]);
    try {
      return Progress.parse(await this.server.get(`progress?skip_current_image=${!withImage}`, signal));
    } catch {
      // stable-diffusion.cpp does not tell; others may be too busy to.
      return null;
    }
  }
}

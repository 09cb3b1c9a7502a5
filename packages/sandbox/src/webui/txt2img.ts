import { randomInt } from 'node:crypto';
import { DELIVERY_FAILURES, deliver } from '../kit/bad-answers.js';
import type { SandboxContext } from '../kit/provider.js';
import type { Slice } from '../kit/store.js';
import type { FailureSource } from '../images/failure-source.js';
import { IMAGE_FAILURES, corruptImage } from '../images/corrupt-image.js';
import { detailError, exceptionError, outOfMemory, validationError } from './answers.js';
import { Fields, SAMPLERS, tagsOf } from './fields.js';
import { Job, type JobQueue } from './jobs.js';
import { infoOf, renderImage, renderPreview, sidesOf, type Model } from './image.js';
import { findModel, MODELS, type WebuiSettings } from './settings.js';

const OWN_FAILURES = ['broken', 'busy', 'busysilent', 'unavailable', 'unauthorized', 'blackened', 'fewer'] as const;
export const WEBUI_FAILURES = [...OWN_FAILURES, ...IMAGE_FAILURES, ...DELIVERY_FAILURES] as const;
export type WebuiFailure = (typeof WEBUI_FAILURES)[number];

export interface WebuiParts {
  settings: Slice<WebuiSettings>;
  queue: JobQueue;
  failures: FailureSource<WebuiFailure>;
  now: () => number;
}

/** Larger batches exceed the memory of the card. */
const MAX_BATCH_PIXELS = 16 * 1024 * 1024;
const MAX_RANDOM_SEED = 4_294_967_295;

export async function textToImage(c: SandboxContext, parts: WebuiParts): Promise<Response> {
  const body: unknown = await c.req.json().catch(() => undefined);
  const result = Fields.safeParse(body);
  if (!result.success) return validationError(c, result.error.issues);
  const fields = result.data;
  if (fields.sampler_name && !SAMPLERS.some((name) => name === fields.sampler_name)) {
    return exceptionError(c, 400, { error: 'HTTPException', detail: 'Sampler not found' });
  }
  const seed = fields.seed === -1 ? randomInt(0, MAX_RANDOM_SEED) : fields.seed;
  const failure = parts.failures.next({ prompt: fields.prompt, seed, method: 'POST' });
  c.set('detail', { ...fields, seed, tags: tagsOf(fields), ...(failure && { failure }) });
  const refusal = refuse(c, fields, failure, parts.settings.value);
  if (refusal) return refusal;

  const model = modelFor(fields, parts.settings.value);
  const job = new Job(fields.n_iter, fields.steps, new Date(parts.now()));
  const { images, seeds } = await parts.queue.run(job, () => work(job, { fields, model, seed, failure, parts }));
  if (failure === 'fewer') images.pop();
  const answer = {
    images: images.map((image) => image.toString('base64')),
    parameters: body,
    info: infoOf({ fields, model }, seeds, job.startedAt),
  };
  const json = { status: 200, headers: { 'content-type': 'application/json' } } as const;
  const spoilt = DELIVERY_FAILURES.find((kind) => kind === failure);
  return deliver(c, { ...json, body: Buffer.from(JSON.stringify(answer)) }, spoilt, parts.settings.value.slowMs);
}

function refuse(
  c: SandboxContext,
  fields: Fields,
  failure: WebuiFailure | undefined,
  { retryAfterSeconds }: WebuiSettings,
): Response | undefined {
  const [width, height] = sidesOf(fields);
  if (failure === 'broken' || width * height * fields.batch_size > MAX_BATCH_PIXELS) return outOfMemory(c);
  if (failure === 'unavailable') return detailError(c, 503, 'Service Unavailable');
  if (failure === 'unauthorized') return detailError(c, 401, 'Incorrect username or password');
  if (failure !== 'busy' && failure !== 'busysilent') return undefined;
  if (failure === 'busy') c.header('retry-after', String(retryAfterSeconds));
  return detailError(c, 429, 'Too Many Requests');
}

/** Real servers silently ignore unknown models. */
const modelFor = ({ override_settings: overrides }: Fields, { model }: WebuiSettings): Model =>
  findModel(overrides.sd_model_checkpoint ?? '') ?? findModel(model) ?? MODELS[0];

interface Work {
  fields: Fields;
  model: Model;
  seed: number;
  failure: WebuiFailure | undefined;
  parts: WebuiParts;
}

async function work(job: Job, { fields, model, seed, failure, parts }: Work) {
  const images: Buffer[] = [];
  const seeds: number[] = [];
  const wrong = IMAGE_FAILURES.find((kind) => kind === failure);
  for (job.batch = 0; job.batch < job.count && !job.isInterrupted; job.batch += 1) {
    const first = seed + job.batch * fields.batch_size;
    job.preview = () => renderPreview({ fields, model, seed: first });
    await job.sample(() => parts.settings.value.stepMs);
    const look = job.isInterrupted ? 'unfinished' : failure === 'blackened' ? 'black' : 'finished';
    for (let index = 0; index < fields.batch_size; index += 1) {
      const image = await renderImage({ fields, model, seed: first + index }, look);
      images.push(wrong ? await corruptImage(image, 'png', wrong) : image);
      seeds.push(first + index);
    }
  }
  return { images, seeds };
}

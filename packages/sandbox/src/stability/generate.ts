import type { SandboxContext } from '../kit/provider.js';
import { DELIVERY_FAILURES, deliver, pause } from '../kit/bad-answers.js';
import type { FailureSource } from '../images/failure-source.js';
import { IMAGE_FAILURES, corruptImage } from '../images/corrupt-image.js';
import type { StabilityAccount } from './account.js';
import { badRequest, generationHeaders, stabilityError, type StabilityErrorName } from './answers.js';
import { readFields, type StabilityFields } from './fields.js';
import { ignoresNegativePrompt, makeImage, seedOf } from './image.js';
import type { RateLimit } from './rate-limit.js';

/** Checked before anything is generated or charged. */
const REFUSALS = {
  unauthorized: 'unauthorized',
  unpaid: 'payment_required',
  moderated: 'content_moderation',
  rejected: 'invalid_language',
  busy: 'rate_limit_exceeded',
  busysilent: 'rate_limit_exceeded',
  broken: 'internal_error',
  unavailable: 'service_unavailable',
} as const satisfies Record<string, StabilityErrorName>;
type Refusal = keyof typeof REFUSALS;

export const STABILITY_FAILURES = [
  ...(Object.keys(REFUSALS) as Refusal[]),
  'blurred',
  ...IMAGE_FAILURES,
  ...DELIVERY_FAILURES,
] as const;
export type StabilityFailure = (typeof STABILITY_FAILURES)[number];

export interface StabilityParts {
  account: StabilityAccount;
  limit: RateLimit;
  failures: FailureSource<StabilityFailure>;
}

const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;
const isRefusal = (kind: StabilityFailure): kind is Refusal => kind in REFUSALS;
const within = <K extends string>(kinds: readonly K[], kind: string | undefined): K | undefined =>
  kinds.find((known) => known === kind);

export const isAuthorized = (c: SandboxContext, { apiKey }: StabilityAccount): boolean =>
  c.req.header('authorization') === `Bearer ${apiKey}`;

export async function generate(c: SandboxContext, parts: StabilityParts): Promise<Response> {
  const { account, limit } = parts;
  if (!isAuthorized(c, account)) return stabilityError(c, 'unauthorized');
  const { sendsRetryAfter, knowsStylePresets, englishOnly } = account.settings.value;
  const wait = limit.hit();
  if (wait !== undefined) return stabilityError(c, 'rate_limit_exceeded', sendsRetryAfter ? wait : undefined);

  const form = await readForm(c);
  if ('errors' in form) return badRequest(c, form.errors);
  const result = readFields(form.data);
  if ('errors' in result) return badRequest(c, result.errors);
  const { fields, unknown } = result;
  if (fields.style_preset !== undefined && !knowsStylePresets) {
    return badRequest(c, ['style_preset: is not supported by this endpoint']);
  }
  if (englishOnly && !LATIN.test(fields.prompt)) return stabilityError(c, 'invalid_language');
  const seed = seedOf(fields);
  const failure = parts.failures.next({ prompt: fields.prompt, seed, method: 'POST' });
  c.set('detail', { ...describe(fields, seed), ...(unknown.length > 0 && { unknown }), ...(failure && { failure }) });
  return answer(c, parts, { fields, seed, failure, asJson: form.asJson });
}

async function readForm(c: SandboxContext): Promise<{ data: FormData; asJson: boolean } | { errors: string[] }> {
  const accept = c.req.header('accept') ?? '*/*';
  const asJson = accept.startsWith('application/json');
  if (!asJson && !accept.startsWith('image/*') && !accept.startsWith('*/*')) {
    return { errors: ["accept: must be 'image/*' or 'application/json'"] };
  }
  if (!c.req.header('content-type')?.toLowerCase().startsWith('multipart/form-data')) {
    return { errors: ['content-type: must be multipart/form-data'] };
  }
  const data = await c.req.formData().catch(() => undefined);
  return data ? { data, asJson } : { errors: ['body: is not a form'] };
}

const describe = (fields: StabilityFields, seed: number): Record<string, unknown> => ({
  ...fields,
  image: fields.image?.size,
  seed,
  ...(ignoresNegativePrompt(fields) && { ignored: ['negative_prompt'] }),
});

interface ImageRequest {
  fields: StabilityFields;
  seed: number;
  failure: StabilityFailure | undefined;
  asJson: boolean;
}

async function answer(c: SandboxContext, { account }: StabilityParts, request: ImageRequest): Promise<Response> {
  const { fields, seed, failure, asJson } = request;
  const { latencyMs, slowMs, sendsRetryAfter, retryAfterSeconds } = account.settings.value;
  await pause(c, latencyMs);
  if (failure && isRefusal(failure)) {
    const retryAfter = failure === 'busy' && sendsRetryAfter ? retryAfterSeconds : undefined;
    return stabilityError(c, REFUSALS[failure], retryAfter);
  }
  const isBlurred = failure === 'blurred';
  const format = fields.output_format;
  const made = await makeImage(fields, seed, isBlurred).catch(() => undefined);
  if (!made) return badRequest(c, ['image: cannot be read']);
  // Charged from here on, even if the response is lost.
  if (!account.charge(fields.model)) return stabilityError(c, 'payment_required');
  const wrong = within(IMAGE_FAILURES, failure);
  const image = wrong ? await corruptImage(made, format, wrong) : made;
  const finishReason = isBlurred ? 'CONTENT_FILTERED' : 'SUCCESS';
  const body = asJson
    ? Buffer.from(JSON.stringify({ image: image.toString('base64'), finish_reason: finishReason, seed }))
    : image;
  const contentType = asJson ? `application/json; type=image/${format}` : `image/${format}`;
  const headers = { ...generationHeaders(finishReason, seed), 'content-type': contentType };
  return deliver(c, { status: 200, headers, body }, within(DELIVERY_FAILURES, failure), slowMs);
}

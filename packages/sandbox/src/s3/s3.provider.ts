import { Hono } from 'hono';
import { html } from 'hono/html';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { deliver, pause } from '../kit/bad-answers.js';
import { HTTP_CHAOS_MODES } from '../kit/chaos.js';
import type { Texts } from '../kit/language.js';
import { describeOffer } from '../kit/offer.js';
import type { Kit, Provider, SandboxApp, SandboxContext, SandboxEnv } from '../kit/provider.js';
import { readJson } from '../kit/read-json.js';
import type { Slice } from '../kit/store.js';
import { randomText } from '../oauth/grants.js';
import { bucketOf, callBucket, createBucket, listBuckets } from './bucket-calls.js';
import { answerError, commonHeaders, S3Error } from './errors.js';
import {
  deliveryOf,
  failuresFor,
  internalError,
  silentFailureOf,
  throwFailure,
  S3_FAILURES,
  type S3Failure,
} from './failures.js';
import { callObject, type S3Answer } from './object-calls.js';
import { ObjectStore } from './object-store.js';
import { readRequest } from './request.js';
import { verifySignature, type Credentials } from './signature.js';

const REGION = 'us-east-1';
const BUCKET = 'pictures';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const STORED: Texts<string> = { en: 'Objects:', zh: '对象数：' };

const Keys = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });
const Settings = z.strictObject({
  slowMs: z.number().int().min(0).max(600_000),
});
type Settings = z.infer<typeof Settings>;

interface S3Parts {
  kit: Kit;
  store: ObjectStore;
  credentials: Credentials;
  settings: Slice<Settings>;
}

export function createS3(kit: Kit): Provider {
  const keys = kit.slice({
    name: 's3-keys',
    schema: Keys,
    seed: () => ({
      accessKeyId: `AKIA${Array.from(randomBytes(16), (byte) => BASE32[byte % BASE32.length]).join('')}`,
      secretAccessKey: randomText(30),
    }),
  }).value;
  const settings = kit.slice({ name: 's3', schema: Settings, seed: (): Settings => ({ slowMs: 20_000 }) });
  const store = new ObjectStore(join(kit.dir, 's3'), BUCKET);
  const parts = { kit, store, credentials: { ...keys, region: REGION }, settings };
  const offer = () => ({
    S3_ENDPOINT: `${kit.publicUrl()}/s3`,
    S3_REGION: REGION,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  });
  const fail = (c: SandboxContext, error: S3Error) => answerError(c, error, kit.clock.now());
  return {
    id: 's3',
    title: 'S3',
    routes: routes(parts),
    control: control(settings, store),
    chaosModes: HTTP_CHAOS_MODES,
    failureKinds: S3_FAILURES,
    maxBodyBytes: MAX_BODY_BYTES,
    tooLarge: (c) =>
      fail(c, new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed object size.')),
    notFound: (c) => fail(c, new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')),
    failure: (c) => fail(c, internalError()),
    offer,
    renderAdminSection: (language) =>
      html`${describeOffer(language, 'S3', offer())}
        <p>
          ${STORED[language]}
          ${store
            .names()
            .map((name) => `${name} ${store.find(name)?.list().length ?? 0}`)
            .join(', ')}
        </p>`,
    reset: () => {
      settings.reset();
      store.reset();
    },
  };
}

function routes(parts: S3Parts): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.all('/*', async (c) => {
    try {
      return await answer(c, parts);
    } catch (error) {
      if (error instanceof S3Error) return answerError(c, error, parts.kit.clock.now());
      throw error;
    }
  });
  return app;
}

async function answer(c: SandboxContext, { kit, store, credentials, settings }: S3Parts): Promise<Response> {
  const request = readRequest(c);
  const now = kit.clock.now();
  const signed = await verifySignature(request, credentials, now);
  const failure = kit.failures.take('s3', failuresFor(request.method, request.key !== ''), request.method);
  const { bucket, key } = request;
  c.set('detail', { bucket, key, ...(failure && { failure }) });
  throwFailure(failure);
  const { slowMs } = settings.value;
  const isSlowCall = failure === 'slow' && request.method !== 'GET';
  if (isSlowCall) await pause(c, slowMs);
  const call = { request, signed, store, now, silentFailure: silentFailureOf(failure) };
  const result = await dispatch(call);
  return send(c, result, { failure: isSlowCall ? undefined : failure, slowMs, now });
}

function dispatch(call: Omit<Parameters<typeof callObject>[0], 'bucket'>): S3Answer | Promise<S3Answer> {
  const { request, store, now } = call;
  if (request.bucket === '') return listBuckets(store, now);
  if (request.key === '' && request.method === 'PUT') return createBucket(store, request.bucket);
  const bucket = bucketOf(store, request.bucket);
  return request.key === '' ? callBucket({ ...call, bucket }) : callObject({ ...call, bucket });
}

function send(
  c: SandboxContext,
  result: S3Answer,
  { failure, slowMs, now }: { failure: S3Failure | undefined; slowMs: number; now: number },
): Response | Promise<Response> {
  const headers = { ...commonHeaders(now), ...result.headers };
  if (!('body' in result)) return c.body(null, result.status, headers);
  return deliver(c, { ...result, headers }, deliveryOf(failure), slowMs);
}

function control(settings: Slice<Settings>, store: ObjectStore): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.get('/s3/keys', (c) =>
    c.json(
      store
        .find(BUCKET)
        ?.list()
        .map(({ key }) => key) ?? [],
    ),
  );
  app.get('/s3', (c) => c.json(settings.value));
  app.post('/s3', async (c) => {
    const changes = await readJson(c, Settings.partial());
    settings.update((value) => Object.assign(value, changes));
    return c.json(settings.value);
  });
  return app;
}

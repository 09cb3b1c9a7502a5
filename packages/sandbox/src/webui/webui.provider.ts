import { Hono } from 'hono';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { HTTP_CHAOS_MODES } from '../kit/chaos.js';
import { describeKeywords, describeOffer } from '../kit/offer.js';
import type { Kit, Provider, SandboxApp, SandboxContext, SandboxEnv } from '../kit/provider.js';
import { readJson } from '../kit/read-json.js';
import type { Slice } from '../kit/store.js';
import { FailureSource } from '../images/failure-source.js';
import { detailError, exceptionError } from './answers.js';
import { SAMPLERS } from './fields.js';
import { JobQueue, type Job } from './jobs.js';
import { timestampOf } from './image.js';
import { findModel, MODELS, titleOf, webuiSlice, WebuiSettings } from './settings.js';
import { textToImage, WEBUI_FAILURES, type WebuiParts } from './txt2img.js';

export function createWebui(kit: Kit): Provider {
  const settings = kit.slice(webuiSlice);
  const queue = new JobQueue();
  const failures = new FailureSource(kit.failures, 'webui', WEBUI_FAILURES);
  const offer = () => ({ WEBUI_URL: addressOf(`${kit.publicUrl()}/webui`, settings.value) });
  return {
    id: 'webui',
    title: 'WebUI',
    routes: routes({ settings, queue, failures, now: () => kit.clock.now() }),
    control: control(settings),
    chaosModes: HTTP_CHAOS_MODES,
    failureKinds: WEBUI_FAILURES,
    notFound: (c) => detailError(c, 404, 'Not Found'),
    failure: (c) => exceptionError(c, 500, { error: 'RuntimeError', errors: 'Internal error' }),
    offer,
    renderAdminSection: (language) =>
      html`${describeOffer(language, 'WebUI', offer())}${describeKeywords(language, WEBUI_FAILURES)}`,
    reset: () => {
      queue.current?.interrupt();
      settings.reset();
      failures.reset();
    },
    close: () => {
      queue.current?.interrupt();
      return Promise.resolve();
    },
  };
}

function addressOf(base: string, { auth }: WebuiSettings): string {
  if (!auth) return base;
  const url = new URL(base);
  url.username = auth.user;
  url.password = auth.password;
  return url.href;
}

function routes(parts: WebuiParts): SandboxApp {
  const { settings, queue } = parts;
  const app = new Hono<SandboxEnv>().basePath('/sdapi/v1');
  app.use(async (c, next) => requireAuth(c, settings.value) ?? next());
  app.post('/txt2img', (c) => textToImage(c, parts));
  app.get('/progress', (c) => answerProgress(c, queue.current, parts.now));
  app.post('/interrupt', (c) => {
    queue.current?.interrupt();
    return c.json({});
  });
  app.get('/samplers', (c) => c.json(SAMPLERS.map((name) => ({ name, aliases: [], options: {} }))));
  app.get('/sd-models', (c) =>
    c.json(
      MODELS.map((model) => ({
        title: titleOf(model),
        model_name: model.name,
        hash: model.hash,
        filename: `/models/Stable-diffusion/${model.name}.safetensors`,
        config: null,
      })),
    ),
  );
  app.get('/options', (c) => c.json({ sd_model_checkpoint: settings.value.model, samples_format: 'png' }));
  app.post('/options', (c) => changeOptions(c, settings));
  return app;
}

function requireAuth(c: SandboxContext, { auth }: WebuiSettings): Response | undefined {
  if (!auth) return undefined;
  const header = c.req.header('authorization');
  const wanted = `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}`;
  if (header === wanted) return undefined;
  c.header('www-authenticate', 'Basic');
  return detailError(c, 401, header ? 'Incorrect username or password' : 'Not authenticated');
}

async function answerProgress(c: SandboxContext, job: Job | undefined, now: () => number): Promise<Response> {
  const withImage = c.req.query('skip_current_image') !== 'true';
  // Awaited first, so that all numbers are of one moment.
  const image = withImage ? await job?.preview?.() : undefined;
  const progress = job?.progress ?? 0;
  const elapsed = job ? (now() - job.startedAt.getTime()) / 1000 : 0;
  return c.json({
    progress,
    eta_relative: progress > 0 ? elapsed / progress - elapsed : 0,
    state: {
      skipped: false,
      interrupted: job?.isInterrupted ?? false,
      stopping_generation: false,
      job: job ? `Batch ${job.batch + 1} out of ${job.count}` : '',
      job_count: job?.count ?? 0,
      job_timestamp: job ? timestampOf(job.startedAt) : '0',
      job_no: job?.batch ?? 0,
      sampling_step: job?.step ?? 0,
      sampling_steps: job?.steps ?? 0,
    },
    current_image: image?.toString('base64') ?? null,
    textinfo: null,
  });
}

async function changeOptions(c: SandboxContext, settings: Slice<WebuiSettings>): Promise<Response> {
  const body: unknown = await c.req.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null) return detailError(c, 422, 'The body is not an object');
  const name = 'sd_model_checkpoint' in body ? body.sd_model_checkpoint : undefined;
  if (name === undefined) return c.json(null);
  const model = typeof name === 'string' ? findModel(name) : undefined;
  if (!model) {
    return exceptionError(c, 500, { error: 'RuntimeError', errors: `model ${JSON.stringify(name)} not found` });
  }
  settings.update((value) => Object.assign(value, { model: titleOf(model) }));
  return c.json(null);
}

function control(settings: Slice<WebuiSettings>): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.get('/webui', (c) => c.json(settings.value));
  app.post('/webui', async (c) => {
    const changes = await readJson(c, WebuiSettings.partial());
    if (changes.model !== undefined && !findModel(changes.model)) {
      throw new HTTPException(400, { message: `There is no model "${changes.model}"` });
    }
    settings.update((value) => Object.assign(value, changes));
    return c.json(settings.value);
  });
  return app;
}

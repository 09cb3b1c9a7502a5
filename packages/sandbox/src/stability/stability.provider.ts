import { Hono } from 'hono';
import { html } from 'hono/html';
import { HTTP_CHAOS_MODES } from '../kit/chaos.js';
import type { Texts } from '../kit/language.js';
import { describeKeywords, describeOffer } from '../kit/offer.js';
import type { Kit, Provider, SandboxApp, SandboxEnv } from '../kit/provider.js';
import { readJson } from '../kit/read-json.js';
import { FailureSource } from '../images/failure-source.js';
import { keySlice, stabilitySlice, StabilityAccount, StabilitySettings } from './account.js';
import { stabilityError, unauthorizedV1 } from './answers.js';
import { generate, isAuthorized, STABILITY_FAILURES, type StabilityParts } from './generate.js';
import { RateLimit } from './rate-limit.js';

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const BALANCE: Texts<string> = { en: 'Credits left:', zh: '剩余点数：' };

export function createStability(kit: Kit): Provider {
  const { apiKey } = kit.slice(keySlice).value;
  const settings = kit.slice(stabilitySlice);
  const account = new StabilityAccount(apiKey, settings);
  const limit = new RateLimit(kit.clock);
  const failures = new FailureSource(kit.failures, 'stability', STABILITY_FAILURES);
  const offer = () => ({ STABILITY_API_KEY: apiKey, STABILITY_BASE_URL: `${kit.publicUrl()}/stability` });
  return {
    id: 'stability',
    title: 'Stability AI',
    routes: routes({ account, limit, failures }),
    control: control(account),
    chaosModes: HTTP_CHAOS_MODES,
    failureKinds: STABILITY_FAILURES,
    maxBodyBytes: MAX_BODY_BYTES,
    tooLarge: (c) => stabilityError(c, 'payload_too_large'),
    notFound: (c) => stabilityError(c, 'not_found'),
    failure: (c) => stabilityError(c, 'internal_error'),
    offer,
    renderAdminSection: (language) =>
      html`${describeOffer(language, 'Stability AI', offer())}
        <p>${BALANCE[language]} ${settings.value.credits}</p>
        ${describeKeywords(language, STABILITY_FAILURES)}`,
    reset: () => {
      settings.reset();
      limit.reset();
      failures.reset();
    },
  };
}

function routes(parts: StabilityParts): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.post('/v2beta/stable-image/generate/sd3', (c) => generate(c, parts));
  app.get('/v1/user/balance', (c) =>
    isAuthorized(c, parts.account) ? c.json({ credits: parts.account.settings.value.credits }) : unauthorizedV1(c),
  );
  return app;
}

function control({ settings }: StabilityAccount): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.get('/stability', (c) => c.json(settings.value));
  app.post('/stability', async (c) => {
    const changes = await readJson(c, StabilitySettings.partial());
    settings.update((value) => Object.assign(value, changes));
    return c.json(settings.value);
  });
  return app;
}

import { OAUTH_PROVIDERS, toUnits, type OAuthProvider, type Plan } from '@app/contracts';
import { environmentSchema, type Environment } from './environment.js';
import { readSender } from './service-address.js';
import { weakSecrets } from './weak-secrets.js';

const LOOPBACK = /^(localhost$|.*\.localhost$|127\.|\[::1\]$|\[::\]$|0\.0\.0\.0$)/;
const OPEN_TO_ITSELF = /^(localhost|127\..*|::1)$/;
const upper = (id: OAuthProvider) => id.toUpperCase() as Uppercase<OAuthProvider>;
export const SANDBOX_ONLY = [
  ...OAUTH_PROVIDERS.flatMap((id) => [`${upper(id)}_BASE_URL` as const, `${upper(id)}_API_URL` as const]),
  'STABILITY_BASE_URL' as const,
  'STRIPE_BASE_URL' as const,
  'PAYPAL_BASE_URL' as const,
  'PAYPAL_WEBHOOK_URL' as const,
];
const TOGETHER = [
  ...OAUTH_PROVIDERS.map((id) => [`${upper(id)}_CLIENT_ID`, `${upper(id)}_CLIENT_SECRET`] as const),
  ['GITHUB_BASE_URL', 'GITHUB_API_URL'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
  ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
] as const;

type Readable = Partial<Environment>;

/** Production refuses development addresses: they would hand real sign-ins to a stand-in. */
function unsafeSettings(env: Readable): string[] {
  if (env.APP_MODE !== 'production') return [];
  const faults: string[] = [];
  if (env.PUBLIC_URL !== undefined) {
    const { protocol, hostname } = new URL(env.PUBLIC_URL);
    if (protocol !== 'https:') faults.push('PUBLIC_URL: must be https outside local mode');
    if (LOOPBACK.test(hostname)) faults.push('PUBLIC_URL: must not be a loopback address outside local mode');
    else if (!/[.[]/.test(hostname)) faults.push('PUBLIC_URL: must be a full host name outside local mode');
  }
  for (const name of SANDBOX_ONLY) if (env[name]) faults.push(`${name}: only allowed in local mode (APP_MODE=local)`);
  if (env.STRIPE_SECRET_KEY?.includes('_test_'))
    faults.push('STRIPE_SECRET_KEY: a test key takes no money; only allowed in local mode (APP_MODE=local)');
  if (env.WEBHOOK_TEST_NETWORK) faults.push('WEBHOOK_TEST_NETWORK: only allowed in local mode (APP_MODE=local)');
  if (env.SMTP_URL && readSender(env.MAIL_FROM ?? '')?.address.endsWith('@localhost'))
    faults.push('MAIL_FROM: must be an address of yours when SMTP_URL is set');
  if (env.API_DOCS) faults.push('API_DOCS: only allowed in local mode (APP_MODE=local)');
  return [...faults, ...weakSecrets(env)];
}

/** Images cross the network unencrypted only to a store on the same machine. */
function storageFaults({ APP_MODE, STORAGE_DIR, S3_BUCKET, S3_ENDPOINT }: Readable): string[] {
  const faults = STORAGE_DIR || S3_BUCKET ? [] : ['STORAGE_DIR: is not set, and neither is S3_BUCKET'];
  if (S3_ENDPOINT === undefined) return faults;
  const { protocol, hostname, username, password } = new URL(S3_ENDPOINT);
  const isAllowed = protocol === 'https:' || (APP_MODE !== 'production' && LOOPBACK.test(hostname));
  if (!isAllowed) faults.push('S3_ENDPOINT: must be https, except for a loopback address in local mode');
  // Browsers are told where images come from.
  if (username || password) faults.push('S3_ENDPOINT: must not name a key; that is S3_ACCESS_KEY_ID');
  return faults;
}

/** Without these, a client that reaches the API directly could forge its address. */
const proxyFaults = ({ HTTP_HOST = '', TRUST_PROXY_HOPS, TRUSTED_PROXIES }: Readable): string[] =>
  OPEN_TO_ITSELF.test(HTTP_HOST) || !TRUST_PROXY_HOPS || TRUSTED_PROXIES
    ? []
    : [
        'TRUSTED_PROXIES: is not set, but HTTP_HOST is open to other machines; name the proxies, or set TRUST_PROXY_HOPS=0',
      ];

/** Settings that only a test run may have. */
const testSettings = (env: Readable): string[] =>
  env.FAIL_POINTS_DIR !== undefined && env.APP_MODE !== 'test'
    ? ['FAIL_POINTS_DIR: only allowed in test runs (APP_MODE=test)']
    : [];

function contradictions(env: Readable): string[] {
  const halves = TOGETHER.filter(([one, other]) => Boolean(env[one]) !== Boolean(env[other])).map(
    ([one, other]) => `${one} and ${other}: set both or none`,
  );
  const halfWebui = env.WEBUI_MODELS && !env.WEBUI_URL ? ['WEBUI_MODELS: means nothing without WEBUI_URL'] : [];
  const idleAccel =
    env.X_ACCEL_LOCATION && env.S3_BUCKET
      ? ['X_ACCEL_LOCATION: means nothing with S3_BUCKET, only with STORAGE_DIR']
      : [];
  const isShared = env.APP_SECRET !== undefined && env.APP_SECRET === env.IDENTITY_SECRET;
  return [...halves, ...halfWebui, ...idleAccel, ...(isShared ? ['APP_SECRET and IDENTITY_SECRET: must differ'] : [])];
}

function readable(source: Record<string, string | undefined>): Readable {
  const fields = Object.entries(environmentSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(source[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(fields);
}

const stability = ({ STABILITY_API_KEY: apiKey, STABILITY_BASE_URL: baseUrl }: Environment) =>
  apiKey ? { apiKey, baseUrl: (baseUrl ?? 'https://api.stability.ai').replace(/\/+$/, '') } : null;

const webui = (env: Environment) =>
  env.WEBUI_URL
    ? {
        ...env.WEBUI_URL,
        /** Null: the WebUI generates every model that no other engine offers, with its loaded checkpoint. */
        models: env.WEBUI_MODELS ?? null,
        parallel: env.WEBUI_PARALLEL,
        timeoutSeconds: env.WEBUI_TIMEOUT_SECONDS,
        steps: env.WEBUI_STEPS ?? null,
        cfgScale: env.WEBUI_CFG_SCALE ?? null,
        sampler: env.WEBUI_SAMPLER ?? null,
      }
    : null;

const stripe = ({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_BASE_URL }: Environment) =>
  secretKey && webhookSecret
    ? { secretKey, webhookSecret, baseUrl: STRIPE_BASE_URL ?? null, isSandbox: STRIPE_BASE_URL !== undefined }
    : null;

const paypal = ({ PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, ...env }: Environment) =>
  clientId && clientSecret
    ? {
        clientId,
        clientSecret,
        baseUrl: (env.PAYPAL_BASE_URL ?? 'https://api-m.paypal.com').replace(/\/+$/, ''),
        isSandbox: env.PAYPAL_BASE_URL !== undefined,
        webhookUrl: env.PAYPAL_WEBHOOK_URL ?? `${new URL(env.PUBLIC_URL).origin}/api/webhooks/paypal`,
        brand: env.PRODUCT_NAME,
      }
    : null;

export interface OAuthSettings {
  client: { clientId: string; clientSecret: string } | null;
  baseUrl: string | null;
  apiUrl: string | null;
}

const oauth = (env: Environment) =>
  Object.fromEntries(
    OAUTH_PROVIDERS.map((id): [OAuthProvider, OAuthSettings] => {
      const { [`${upper(id)}_CLIENT_ID` as const]: clientId, [`${upper(id)}_CLIENT_SECRET` as const]: clientSecret } =
        env;
      return [
        id,
        {
          client: clientId && clientSecret ? { clientId, clientSecret } : null,
          baseUrl: env[`${upper(id)}_BASE_URL`] ?? null,
          apiUrl: env[`${upper(id)}_API_URL`] ?? null,
        },
      ];
    }),
  ) as Record<OAuthProvider, OAuthSettings>;

function storage(env: Environment) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = env;
  // A bucket has both: `TOGETHER`.
  if (!bucket) {
    return { kind: 'disk' as const, dir: env.STORAGE_DIR ?? '', accelLocation: env.X_ACCEL_LOCATION ?? null };
  }
  return {
    kind: 's3' as const,
    bucket,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT ?? null,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    prefix: env.S3_PREFIX?.replace(/\/?$/, '/') ?? '',
    delivery: env.S3_DELIVERY,
  };
}

const tracing = (env: Environment) =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
        headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        ratio: env.OTEL_TRACES_SAMPLER_ARG,
        version: env.APP_VERSION,
      };

const generation = (env: Environment) => ({
  deadlineSeconds: env.GENERATION_DEADLINE_SECONDS,
  leaseSeconds: env.GENERATION_LEASE_SECONDS,
  sweepSeconds: env.SWEEP_SECONDS,
  workerConcurrency: env.WORKER_CONCURRENCY,
  studioProcesses: env.STUDIO_PROCESSES,
});

function mail({ SMTP_URL, MAIL_FROM, PRODUCT_NAME }: Environment) {
  const sender = readSender(MAIL_FROM);
  return { smtpUrl: SMTP_URL ?? null, from: sender?.address ?? MAIL_FROM, senderName: sender?.name ?? PRODUCT_NAME };
}

function shape(env: Environment) {
  const publicUrl = new URL(env.PUBLIC_URL);
  return {
    mode: env.APP_MODE,
    productName: env.PRODUCT_NAME,
    supportEmail: env.SUPPORT_EMAIL,
    publicOrigin: publicUrl.origin,
    secureCookies: publicUrl.protocol === 'https:',
    installationId: env.INSTALLATION_ID,
    http: {
      host: env.HTTP_HOST,
      port: env.HTTP_PORT,
      trustProxyHops: env.TRUST_PROXY_HOPS,
      trustedProxies: env.TRUSTED_PROXIES ?? [],
      ratePerMinute: env.RATE_LIMIT_PER_MINUTE,
      docs: env.API_DOCS,
    },
    features: { batch: env.FEATURE_BATCH, publicApi: env.FEATURE_PUBLIC_API },
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    tracing: tracing(env),
    logLevel: env.LOG_LEVEL,
    database: {
      url: env.DATABASE_URL,
      directUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
      pool: env.DATABASE_POOL,
      waitMs: env.DATABASE_WAIT_MS,
      preparedStatements: env.DATABASE_PREPARED_STATEMENTS,
    },
    redisUrl: env.REDIS_URL,
    secrets: { app: env.APP_SECRET, identity: env.IDENTITY_SECRET },
    oauth: oauth(env),
    oauthTimeoutMs: env.OAUTH_TIMEOUT_MS,
    mail: mail(env),
    storage: storage(env),
    quota: {
      freeAllowance: env.FREE_ALLOWANCE,
      freeMonthlyUnits: toUnits(env.FREE_MONTHLY_CREDITS),
      inFlight: {
        free: env.IN_FLIGHT_FREE,
        pro: env.IN_FLIGHT_PRO,
        enterprise: env.IN_FLIGHT_ENTERPRISE,
      } satisfies Record<Plan, number>,
    },
    generation: generation(env),
    payments: {
      stripe: stripe(env),
      paypal: paypal(env),
      timeoutMs: env.PAYMENT_TIMEOUT_MS,
      cancellationMode: env.CANCELLATION_MODE,
    },
    stability: stability(env),
    webui: webui(env),
    webhookTestNetwork: env.WEBHOOK_TEST_NETWORK ?? null,
    failPointsDir: env.FAIL_POINTS_DIR ?? null,
  };
}

export type Config = ReturnType<typeof shape>;

export class ConfigError extends Error {}

/** Renamed settings are refused: ignored silently, they would fall back to a default. */
const RENAMED: Record<string, keyof Environment> = { INSTANCE_ID: 'INSTALLATION_ID' };

const renamedSettings = (source: Record<string, string | undefined>): string[] =>
  Object.entries(RENAMED).flatMap(([old, name]) => (source[old] ? [`${old}: is called ${name} now`] : []));

export function loadConfig(source: Record<string, string | undefined>): Config {
  const parsed = environmentSchema.safeParse(source);
  const env = readable(source);
  const faults = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => {
      const name = path.join('.');
      return `${name}: ${source[name] ? message : 'is not set'}`;
    }),
    ...unsafeSettings(env),
    ...storageFaults(env),
    ...proxyFaults(env),
    ...testSettings(env),
    ...contradictions(env),
    ...renamedSettings(source),
  ];
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
  return shape(parsed.data);
}

export const configFromProcess = (): Config => loadConfig(process.env);

import {
  CANCELLATION_MODES,
  DEFAULT_FREE_ALLOWANCE,
  DEFAULT_FREE_MONTHLY_CREDITS,
  DEFAULT_PRODUCT_NAME,
  DEFAULT_SUPPORT_EMAIL,
  FREE_ALLOWANCES,
  GENERATION_DEADLINE_SECONDS,
  OAUTH_PROVIDERS,
  PLAN_TERMS,
  type OAuthProvider,
} from '@app/contracts';
import * as z from 'zod';
import { webuiAddress, webuiModels } from './webui-settings.js';
import { proxyAddresses } from './proxy-addresses.js';
import { headerPairs, mailSender, postgresAddress, redisAddress, smtpAddress, webOrigin } from './service-address.js';

const blankIsUnset = (value: unknown): unknown => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());
const whole = (fallback: number, min = 0, max = 1_000_000) =>
  z.preprocess(blankIsUnset, z.coerce.number().int().min(min).max(max).default(fallback));
const S3_DELIVERIES = ['presigned', 'proxy'] as const;
const secret = z.string().regex(/^[A-Za-z0-9_-]{43,}$/, 'must be at least 32 random bytes, base64url');

type OAuthSetting<Name extends string, Schema> = Record<`${Uppercase<OAuthProvider>}_${Name}`, Schema>;
const text = optional(z.string());
const url = optional(z.url());

const oauthSettings = Object.fromEntries(
  OAUTH_PROVIDERS.flatMap((id) => [
    [`${id.toUpperCase()}_CLIENT_ID`, text.describe(`Client of the ${id} sign-in`)],
    [`${id.toUpperCase()}_CLIENT_SECRET`, text.describe('Secret of that client')],
    [`${id.toUpperCase()}_BASE_URL`, url.describe(`Only for a sandbox: replaces the addresses of ${id}`)],
    [`${id.toUpperCase()}_API_URL`, url.describe('Only for a sandbox: its API, if that has an address of its own')],
  ]),
) as OAuthSetting<'CLIENT_ID' | 'CLIENT_SECRET', typeof text> & OAuthSetting<'BASE_URL' | 'API_URL', typeof url>;

/** `.env.example` is made from the descriptions. `local` allows the sandbox's http and loopback addresses. */
export const environmentSchema = z.object({
  NODE_ENV: z
    .preprocess(blankIsUnset, z.enum(['production', 'development', 'test']).default('production'))
    .describe('Set by tools; production unless said'),
  APP_MODE: z
    .preprocess(blankIsUnset, z.enum(['production', 'local', 'test']).default('production'))
    .describe('`local` allows http and loopback addresses'),
  PRODUCT_NAME: z
    .preprocess(blankIsUnset, z.string().max(60).default(DEFAULT_PRODUCT_NAME))
    .describe('Name on pages, in mails and at PayPal'),
  SUPPORT_EMAIL: z
    .preprocess(blankIsUnset, z.email().default(DEFAULT_SUPPORT_EMAIL))
    .describe('Where people write to, on pages and in mails'),
  HTTP_HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')).describe('Address the API listens on'),
  HTTP_PORT: whole(3001, 0, 65535).describe('Port the API listens on'),
  METRICS_HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')).describe('Address of /metrics'),
  METRICS_PORT: optional(z.coerce.number().int().min(1).max(65535)).describe(
    'Port of /metrics and /live; neither without it',
  ),
  PUBLIC_URL: webOrigin.describe('Origin under which people reach the web app'),
  TRUST_PROXY_HOPS: whole(1, 0, 10).describe('Proxies in front of the API whose X-Forwarded-For is believed'),
  TRUSTED_PROXIES: optional(proxyAddresses).describe(
    'Addresses and networks of these proxies, separated by commas; needed where HTTP_HOST is open to other machines',
  ),
  DATABASE_URL: postgresAddress.describe('Postgres'),
  DATABASE_DIRECT_URL: optional(postgresAddress).describe(
    'Postgres for migrations, past a pooler; DATABASE_URL if not set',
  ),
  DATABASE_PREPARED_STATEMENTS: z
    .preprocess(blankIsUnset, z.stringbool().default(true))
    .describe('Name frequent statements; false only behind a PgBouncer in transaction mode that is older than 1.21'),
  DATABASE_POOL: whole(10, 2, 200).describe('Connections per process'),
  DATABASE_WAIT_MS: whole(2_500, 100, 60_000).describe(
    'Milliseconds a request waits for a connection, and for each answer of the database, before it gets 503',
  ),
  REDIS_URL: redisAddress.describe('Redis'),
  APP_SECRET: secret.describe(
    'Key from which other keys derive; changing it ends access tokens, sign-ins under way, links to images and in mails, and secrets of outgoing webhooks, and signs nobody out',
  ),
  IDENTITY_SECRET: secret.describe('Key of the identity marks that outlive an account; never change it'),
  INSTALLATION_ID: z
    .preprocess(
      blankIsUnset,
      z
        .string()
        .regex(/^[a-z0-9]{4,16}$/)
        .default('main'),
    )
    .describe('Name of this installation, the same for all its processes; part of cookie names and keys in Redis'),
  ...oauthSettings,
  OAUTH_TIMEOUT_MS: whole(2_500, 100, 20_000).describe(
    'Milliseconds a sign-in waits for Google or GitHub before it says that they do not answer',
  ),
  STRIPE_SECRET_KEY: optional(z.string().regex(/^(sk|rk)_(test|live)_\w+$/, 'is no secret key of Stripe')).describe(
    'Secret key of Stripe, which then takes payments by card',
  ),
  STRIPE_WEBHOOK_SECRET: optional(z.string().startsWith('whsec_')).describe(
    'Signing secret of the webhook endpoint /api/webhooks/stripe',
  ),
  STRIPE_BASE_URL: url.describe('Only for a sandbox: replaces api.stripe.com'),
  PAYPAL_CLIENT_ID: text.describe('Client of an application of PayPal, which then takes payments'),
  PAYPAL_CLIENT_SECRET: text.describe('Secret of that client'),
  PAYPAL_BASE_URL: url.describe('Only for a sandbox: replaces api-m.paypal.com'),
  PAYPAL_WEBHOOK_URL: url.describe('Only for a sandbox: where it sends webhooks; PUBLIC_URL if not set'),
  PAYMENT_TIMEOUT_MS: whole(2_500, 100, 20_000).describe(
    'Milliseconds a request waits for the payment service before it says that it does not answer',
  ),
  CANCELLATION_MODE: z
    .preprocess(blankIsUnset, z.enum(CANCELLATION_MODES).default('period_end'))
    .describe('When a cancelled subscription ends: `period_end` or `immediate`'),
  SMTP_URL: optional(smtpAddress).describe('Mail server; without it no mail is sent'),
  MAIL_FROM: z
    .preprocess(blankIsUnset, mailSender.default('no-reply@localhost'))
    .describe('Sender of mails, `address` or `Name <address>`; PRODUCT_NAME is the name of an address alone'),
  STORAGE_DIR: optional(z.string()).describe('Folder of images on local disk; needed unless S3_BUCKET is set'),
  X_ACCEL_LOCATION: optional(
    z.string().regex(/^(\/[A-Za-z0-9_-]+)+\/$/, 'must be a path that begins and ends with a slash, as /_pictures/'),
  ).describe('Internal location of the nginx in front that has STORAGE_DIR; nginx then sends the images by itself'),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no name of a bucket')).describe(
    'Keep images in this bucket of an S3 store instead of STORAGE_DIR',
  ),
  S3_REGION: z.preprocess(blankIsUnset, z.string().default('us-east-1')).describe('Region of the bucket'),
  S3_ENDPOINT: optional(z.url({ protocol: /^https?$/ })).describe('Address of an S3 store that is not Amazon’s'),
  S3_ACCESS_KEY_ID: optional(z.string()).describe('Key that may get, put, delete and list objects of the bucket'),
  S3_SECRET_ACCESS_KEY: optional(z.string()).describe('Secret of that key'),
  S3_FORCE_PATH_STYLE: z
    .preprocess(blankIsUnset, z.stringbool().default(true))
    .describe('Name the bucket in the path (true) or in the host (false)'),
  S3_PREFIX: optional(
    z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*\/?$/, 'is no prefix of keys'),
  ).describe('What all keys in the bucket begin with, when it is shared'),
  S3_DELIVERY: z
    .preprocess(blankIsUnset, z.enum(S3_DELIVERIES).default('presigned'))
    .describe('How browsers get images: `presigned` from the bucket itself, `proxy` through the API'),
  LOG_LEVEL: z
    .preprocess(blankIsUnset, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'))
    .describe('Least level that is logged'),
  APP_VERSION: z.preprocess(blankIsUnset, z.string().default('unversioned')).describe('Version, as traces name it'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })).describe(
    'Collector of OpenTelemetry traces by OTLP over http, as http://collector:4318; no traces without it',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(headerPairs).describe('Headers for the collector, as authorization=Basic%20abc'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .preprocess(blankIsUnset, z.literal('http/protobuf').default('http/protobuf'))
    .describe('Protocol of the collector; there is one'),
  OTEL_TRACES_SAMPLER_ARG: z
    .preprocess(blankIsUnset, z.coerce.number().min(0).max(1).default(1))
    .describe('Share of traces that are kept, from 0 to 1'),
  API_DOCS: z.preprocess(blankIsUnset, z.stringbool().default(false)).describe('Serve the OpenAPI page at /api/docs'),
  FEATURE_PUBLIC_API: z
    .preprocess(blankIsUnset, z.stringbool().default(true))
    .describe('Serve /api/v1, API keys and webhooks; false answers 404 there and pauses batches that a key started'),
  FEATURE_BATCH: z
    .preprocess(blankIsUnset, z.stringbool().default(true))
    .describe(
      'Serve batches; without it their calls answer that they do not exist, and those that run begin no further row',
    ),
  FREE_ALLOWANCE: z
    .preprocess(blankIsUnset, z.enum(FREE_ALLOWANCES).default(DEFAULT_FREE_ALLOWANCE))
    .describe('What free accounts get: daily, monthly, both, none'),
  FREE_MONTHLY_CREDITS: z
    .preprocess(
      blankIsUnset,
      z.coerce.number().min(0).max(10_000).multipleOf(0.1).default(DEFAULT_FREE_MONTHLY_CREDITS),
    )
    .describe('Monthly credits of a free account'),
  IN_FLIGHT_FREE: whole(PLAN_TERMS.free.inFlightLimit, 1, 1000).describe('Open generations of a free account'),
  IN_FLIGHT_PRO: whole(PLAN_TERMS.pro.inFlightLimit, 1, 1000).describe('Open generations of a pro account'),
  IN_FLIGHT_ENTERPRISE: whole(PLAN_TERMS.enterprise.inFlightLimit, 1, 1000).describe(
    'Open generations of an enterprise account',
  ),
  RATE_LIMIT_PER_MINUTE: whole(600, 1).describe('Requests a minute of one person or address'),
  GENERATION_DEADLINE_SECONDS: whole(GENERATION_DEADLINE_SECONDS, 10, GENERATION_DEADLINE_SECONDS).describe(
    'Seconds after which open images are given back',
  ),
  GENERATION_LEASE_SECONDS: whole(30, 1, 120).describe('Seconds a worker owns a generation without renewing'),
  SWEEP_SECONDS: whole(10, 1, 60).describe('Seconds between two looks for work left behind'),
  WORKER_CONCURRENCY: whole(4, 1, 64).describe('Generations one worker process runs at once'),
  FAIL_POINTS_DIR: optional(z.string().min(1)).describe(
    'Only for tests: folder that says at which step a process dies',
  ),
  WEBHOOK_TEST_NETWORK: optional(z.cidrv4()).describe(
    'Only for tests: an IPv4 network, as 127.0.0.2/32, that webhooks may be sent to beside public addresses; allows http and other ports',
  ),
  STUDIO_PROCESSES: whole(1, 1, 16).describe('Child processes of the embedded image engine'),
  STABILITY_API_KEY: optional(z.string().regex(/^[\x21-\x7e]+$/, 'must be one word of printable ASCII')).describe(
    'Key of Stability AI, which then paints the SD 3.5 models',
  ),
  STABILITY_BASE_URL: optional(z.url({ protocol: /^https?$/ })).describe(
    'Only for a sandbox: replaces api.stability.ai',
  ),
  WEBUI_URL: optional(webuiAddress).describe(
    'Server that speaks the AUTOMATIC1111 API, http://user:password@host:7860; it paints what Stability AI does not',
  ),
  WEBUI_MODELS: optional(webuiModels).describe(
    'What the WebUI server paints, and by which checkpoint: sd3.5-large=a.safetensors,sd3.5-medium=b.safetensors',
  ),
  WEBUI_PARALLEL: whole(1, 1, 32).describe('Requests one worker process sends to the WebUI server at once'),
  WEBUI_TIMEOUT_SECONDS: whole(200, 1, GENERATION_DEADLINE_SECONDS).describe(
    'Seconds after which an image of the WebUI server is given up, with the time to load its checkpoint',
  ),
  WEBUI_STEPS: optional(z.coerce.number().int().min(1).max(150)).describe(
    'Sampling steps of the WebUI server; 28, or 8 for turbo and flash with a checkpoint of their own',
  ),
  WEBUI_CFG_SCALE: optional(z.coerce.number().min(1).max(30)).describe(
    'Guidance of the WebUI server; 5, or 1 for turbo and flash with a checkpoint of their own',
  ),
  WEBUI_SAMPLER: optional(z.string().max(60)).describe('Sampler of the WebUI server; its own choice if not set'),
});

export type Environment = z.output<typeof environmentSchema>;

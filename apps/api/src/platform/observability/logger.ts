import { API_KEY_PREFIX } from '@app/contracts';
import { trace } from '@opentelemetry/api';
import { destination, pino, stdSerializers, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.js';
import { isError } from '../errors/is-error.js';

const REDACTED_KEYS = [
  'authorization',
  'cookie',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'code',
  'state',
  'prompt',
  'negative_prompt',
  'email',
];

// Last resort for secrets in a message or a stack.
const SECRETS: [RegExp, string][] = [
  [/\bey[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g, '[token]'],
  [new RegExp(`\\b${API_KEY_PREFIX}\\w+`, 'g'), '[api key]'],
  [/\bBearer\s+[\w.~+/-]+=*/gi, 'Bearer [token]'],
  [/([?&#](?:code|state|token|access_token|client_secret|s)=)[^&#\s"\\]+/gi, '$1[removed]'],
  [/([a-z][a-z0-9+.-]*:\/\/)[^/\s:@"]*:[^/\s@"]+@/gi, '$1[removed]@'],
  [/[\w.%+-]+@(?:[\w-]+\.)+[a-z]{2,}\b/gi, '[e-mail]'],
];

export const scrub = (line: string): string =>
  SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);

interface SafeError {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
  constraint?: unknown;
  table?: unknown;
  cause?: SafeError;
}

/** Database errors carry the statement's parameters (prompts, addresses), so only known fields are kept. */
function safeError(error: unknown): unknown {
  if (!isError(error)) return error;
  const { type, message, stack } = stdSerializers.errWithCause(error);
  const { driverError } = error as { driverError?: unknown };
  const { code, constraint, table } = (isError(driverError) ? driverError : error) as Partial<SafeError>;
  const cause = safeError(error.cause) as SafeError | undefined;
  return { type, message, stack, code, constraint, table, cause } satisfies SafeError;
}

const FLUSH_MS = 100;
const FLUSH_BYTES = 12 * 1024;

const traceIds = (): object => {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
};

/** Writes without waiting: a reader that stopped costs lines, never requests. */
export function createLogger(
  config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'tracing'>>,
  stream?: DestinationStream,
): Logger {
  const writer =
    stream ??
    destination({
      fd: 1,
      sync: false,
      minLength: FLUSH_BYTES,
      periodicFlush: FLUSH_MS,
      maxLength: 4 * 1024 * 1024,
    });
  return pino(
    {
      level: config.logLevel,
      base: null,
      ...(config.tracing && { mixin: traceIds }),
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: safeError },
      redact: { paths: REDACTED_KEYS.flatMap((key) => [`body.${key}`, `headers.${key}`, `data.${key}`]), remove: true },
      hooks: { streamWrite: scrub },
    },
    writer,
  );
}

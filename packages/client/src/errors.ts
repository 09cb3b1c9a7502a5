export interface ErrorDetail {
  path: string;
  message: string;
}

interface ErrorFacts {
  status: number;
  code: string;
  message: string;
  requestId?: string | null;
  retryAfter?: number | null;
  details?: ErrorDetail[];
}

/** A request that was refused, or that got no usable answer. */
export class LuminaError extends Error {
  override readonly name = 'LuminaError';
  /** Of HTTP; 0 if there was no answer. */
  readonly status: number;
  /** Stays the same for the same cause; `CONNECTION_FAILED`, `TIMEOUT` and `UNEXPECTED_ANSWER` are the client's own. */
  readonly code: string;
  /** Names the request in the logs of the service. */
  readonly requestId: string | null;
  /** Seconds after which asking again makes sense. */
  readonly retryAfter: number | null;
  /** The fields that were refused. */
  readonly details: ErrorDetail[];
  /** Whether an attempt may have been accepted all the same, because it got no clear answer. */
  mayHaveBeenAccepted = false;
  /** What `generate` started before its waiting failed: it goes on. */
  generationId: string | null = null;

  constructor({ message, status, code, requestId, retryAfter, details }: ErrorFacts, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.requestId = requestId ?? null;
    this.retryAfter = retryAfter ?? null;
    this.details = details ?? [];
  }
}

const REFUSALS_5XX = ['ENGINE_UNAVAILABLE', 'BACKLOG_FULL'];

/** Before anything was stored. Of other failures one cannot know. */
export const isCertainRefusal = ({ status, code }: LuminaError): boolean =>
  (status >= 400 && status < 500) || REFUSALS_5XX.includes(code);

interface Failure {
  success: false;
  code: string;
  message: string;
  request_id: string;
  details?: ErrorDetail[];
}

function parseFailure(text: string): Failure | null {
  try {
    const parsed = JSON.parse(text) as Partial<Failure> | null;
    return parsed?.success === false && typeof parsed.code === 'string' ? (parsed as Failure) : null;
  } catch {
    return null;
  }
}

/** Also of answers by proxies, which know neither codes nor JSON. */
export async function readError(response: Response): Promise<LuminaError> {
  const { status, headers } = response;
  const failure = parseFailure(await response.text().catch(() => ''));
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const location = headers.get('location');
  const what = location === null ? 'not an answer of the API' : `a redirect to ${location}`;
  return new LuminaError({
    status,
    code: failure?.code ?? 'UNEXPECTED_ANSWER',
    message: failure?.message ?? `${new URL(response.url).origin} answered ${status}, ${what}`,
    requestId: failure?.request_id ?? headers.get('x-request-id'),
    retryAfter: Number.isFinite(seconds) ? seconds : null,
    ...(failure?.details && { details: failure.details }),
  });
}

export function describeConnectionError(error: unknown, url: string): LuminaError {
  const { origin } = new URL(url);
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = cause instanceof Error ? ` (${cause.message || cause.name})` : '';
  return new LuminaError(
    isTimeout
      ? { status: 0, code: 'TIMEOUT', message: `No answer from ${origin} in time` }
      : { status: 0, code: 'CONNECTION_FAILED', message: `No connection to ${origin}${why}` },
    { cause: error },
  );
}

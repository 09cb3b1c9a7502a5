import { LuminaError } from '../errors.js';

export const EXIT = {
  done: 0,
  unexpected: 1,
  usage: 2,
  refused: 3,
  unavailable: 4,
  failed: 5,
  file: 6,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure with its next step, told as it is. */
export class CliError extends Error {
  constructor(
    message: string,
    readonly next: string,
    readonly exitCode: ExitCode,
  ) {
    super(message);
  }
}

const NEXT_STEPS: Record<string, string> = {
  UNAUTHENTICATED: 'The key is wrong, expired or revoked: set LUMINA_API_KEY to another one.',
  SCOPE_MISSING: 'Use a key with this scope; a program that waits for its images needs "generate" and "read".',
  PLAN_LIMIT: 'Ask for less, or choose a plan that includes it.',
  INSUFFICIENT_CREDITS: 'See "lumina credits"; wait for the next ones, or upgrade.',
  API_KEY_BUDGET_USED: 'Wait until midnight (UTC), or use a key with a larger daily limit.',
  NOT_FOUND: 'Check the id and LUMINA_URL. What belongs to another account is not found either.',
  MODEL_NOT_SUPPORTED: 'See "lumina models".',
  IMAGE_NOT_READY: 'Wait until its generation has ended.',
  TOO_MANY_IN_FLIGHT: 'Try again when one of your generations has ended.',
  TOO_MANY_REFUSALS: 'Wait as long as it says, and use other words.',
  BATCH_RUNNING: 'Wait until it has ended, or stop it on the website: one batch runs at a time.',
  CONNECTION_FAILED: 'Check LUMINA_URL and the network.',
  TIMEOUT: 'Check the network, or try again later.',
};

function nextStep({ code, status, retryAfter }: LuminaError): string {
  const known = NEXT_STEPS[code];
  if (known) return known;
  if (retryAfter !== null) return `Try again in ${retryAfter} s.`;
  if (code === 'UNEXPECTED_ANSWER' && status < 500) {
    return 'Check LUMINA_URL, and whether a proxy or a sign-in page stands in front of the installation.';
  }
  if (status === 400) return 'Repair the request.';
  return status >= 500 ? 'Try again later.' : 'See the API page of the installation.';
}

/** A refused request, and what it means for what the command has begun. */
class NotedError extends Error {
  constructor(
    override readonly cause: LuminaError,
    readonly note: string,
  ) {
    super(cause.message);
  }
}

export async function withNote<T>(work: Promise<T>, noteOf: (error: LuminaError) => string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof LuminaError ? new NotedError(error, noteOf(error)) : error;
  }
}

function describeRefusal(error: LuminaError, notes: string[]): string[] {
  const { code, message, details, requestId } = error;
  return [
    `${message} (${code})`,
    ...details.map(({ path, message: why }) => `${path}: ${why}`),
    ...notes,
    nextStep(error),
    ...(requestId === null ? [] : [`Request: ${requestId}`]),
  ];
}

const isTemporary = ({ status }: LuminaError): boolean => status === 0 || status === 429 || status >= 500;

/** What happened, what it means for the credits, and what to do next. */
export function describeFailure(error: unknown): { lines: string[]; exitCode: ExitCode } {
  if (error instanceof CliError) return { lines: [error.message, error.next], exitCode: error.exitCode };
  const refusal = error instanceof NotedError ? error.cause : error;
  if (!(refusal instanceof LuminaError)) {
    return { lines: [error instanceof Error ? error.message : String(error)], exitCode: EXIT.unexpected };
  }
  const notes = error instanceof NotedError ? [error.note] : [];
  return {
    lines: describeRefusal(refusal, notes),
    exitCode: isTemporary(refusal) ? EXIT.unavailable : EXIT.refused,
  };
}

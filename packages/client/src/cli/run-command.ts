import { createClient, type LuminaClient } from '../client.js';
import { readConnection } from './config.js';
import { describeFailure, EXIT, type ExitCode } from './failure.js';
import { oneLine, report, watchInterrupts } from './terminal.js';

export interface CommonOptions {
  url?: string;
  json?: boolean;
}

export interface CommandContext {
  client: LuminaClient;
  /** Aborted by Ctrl-C. */
  interrupted: AbortSignal;
}

/** Runs a command and sets the exit code of the process. */
export async function runCommand(
  { url }: CommonOptions,
  work: (context: CommandContext) => Promise<ExitCode | void>,
): Promise<void> {
  const interrupted = watchInterrupts();
  try {
    const client = createClient({
      ...readConnection(url),
      onRetry: ({ waitMs, error }) => report(`${error.message}. Trying again in ${Math.ceil(waitMs / 1_000)} s …`),
    });
    process.exitCode = (await work({ client, interrupted })) ?? EXIT.done;
  } catch (error) {
    const failure =
      interrupted.aborted && error === interrupted.reason
        ? { lines: ['Stopped.'], exitCode: EXIT.interrupted }
        : describeFailure(error);
    failure.lines.forEach((line) => report(oneLine(line, 1_000)));
    process.exitCode = failure.exitCode;
  }
}

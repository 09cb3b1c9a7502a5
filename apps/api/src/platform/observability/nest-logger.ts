import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';
import { isError } from '../errors/is-error.js';

const CHATTY = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory', 'TypeOrmModule']);

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal';

/** Nest passes `(message, ...details, context)`; for errors the first detail is the stack. */
function write(logger: Logger, given: Level, args: unknown[]): void {
  const [message, ...rest] = args;
  const last = rest.at(-1);
  const context = typeof last === 'string' ? last : undefined;
  if (context !== undefined) rest.pop();
  const level = given === 'info' && context !== undefined && CHATTY.has(context) ? 'debug' : given;
  const err = [message, ...rest].find((part) => isError(part));
  const stack = rest.find((part) => typeof part === 'string');
  const text = isError(message) ? message.message : String(message);
  logger[level]({ context, ...(err ? { err } : {}), ...(stack ? { stack } : {}) }, text);
}

export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (...args: unknown[]): void => write(this.logger, 'info', args);
  error = (...args: unknown[]): void => write(this.logger, 'error', args);
  warn = (...args: unknown[]): void => write(this.logger, 'warn', args);
  debug = (...args: unknown[]): void => write(this.logger, 'debug', args);
  verbose = (...args: unknown[]): void => write(this.logger, 'trace', args);
  fatal = (...args: unknown[]): void => write(this.logger, 'fatal', args);
}

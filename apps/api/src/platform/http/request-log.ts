import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { writerOf } from '../observability/logger.js';
import { requestSeconds } from '../observability/metrics.js';

let now = 0;
let nowText = '';
/** The time as log lines tell it; made once a millisecond. */
function timestamp(): string {
  const current = Date.now();
  if (current !== now) {
    now = current;
    nowText = new Date(current).toISOString();
  }
  return nowText;
}

/**
 * One line and one measurement per request. The route's pattern is written, never the address: addresses carry share
 * tokens, signed links and codes. All parts are known shapes, so the line is put together as it is; the logger, which
 * looks through every line for secrets, takes longer than all the rest of a small answer.
 */
export function requestLog(logger: Logger): (request: FastifyRequest, reply: FastifyReply) => void {
  const writer = writerOf(logger);
  return (request, reply) => {
    const { method } = request;
    const route = request.pattern ?? 'unknown';
    const { statusCode: status, elapsedTime } = reply;
    requestSeconds.observeRequest(method, route, status, elapsedTime / 1000);
    if (!logger.isLevelEnabled('info')) return;
    const who = request.principal ? `,"user_id":"${request.principal.userId}"` : '';
    const code = request.failure ? `,"code":"${request.failure}"` : '';
    writer.write(
      `{"level":"info","time":"${timestamp()}","request_id":"${request.id}","method":"${method}","route":"${route}","status":${status},"ms":${Math.round(elapsedTime)}${who}${code},"msg":"request"}\n`,
    );
  };
}

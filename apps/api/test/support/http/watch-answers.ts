import { calls, codesOf, failureSchema, successSchema, type Call, type Route } from '@app/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import * as z from 'zod';
import { contractOf } from './registered-routes.js';

const callsByRoute = new Map<Route, Call>(
  Object.values(calls).flatMap((group) => Object.values(group).map((call: Call) => [call.route, call] as const)),
);
/** Those of the service carry the envelope, with contents of their own. */
const answerSchema = (route: Route): z.ZodType => callsByRoute.get(route)?.schemas.answer ?? z.unknown();

const parsed = (payload: string): unknown => {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return payload;
  }
};

/** What of an answer does not stand in the contract of its route, or null. */
export function faultOf(route: Route, status: number, payload: string): string | null {
  if (status >= 400) {
    const failure = failureSchema.safeParse(parsed(payload));
    if (!failure.success) return z.prettifyError(failure.error);
    return codesOf(route).includes(failure.data.code) ? null : `${failure.data.code} is not declared`;
  }
  if ((route.carries ?? 'json') !== 'json') return null;
  if (status !== (route.status ?? 200)) return 'another status is declared';
  const success = successSchema(answerSchema(route)).safeParse(parsed(payload));
  return success.success ? null : z.prettifyError(success.error);
}

/** Compares every answer of the application with the contract. Answers the faults since it was last asked. */
export function watchAnswers(app: NestFastifyApplication): () => string[] {
  const faults: string[] = [];
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', (request, reply, payload, done) => {
      const { method, url = '' } = request.routeOptions;
      const path = url.replace(/^\/api/, '');
      const route = contractOf({ method: [method].flat()[0] ?? '', path });
      if (route && typeof payload === 'string') {
        const fault = faultOf(route, reply.statusCode, payload);
        if (fault !== null) faults.push(`${request.method} ${path} answered ${reply.statusCode}: ${fault}`);
      }
      done(null, payload);
    });
  return () => faults.splice(0);
}

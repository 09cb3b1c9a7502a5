import { context, propagation, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isHealthCheck } from '../http/admission.js';
import { endpointOf } from '../http/endpoint.js';

const contexts = new WeakMap<FastifyRequest, Context>();

function endSpan(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode } = reply;
  span.setAttribute('http.response.status_code', statusCode);
  if (request.failure !== null) span.setAttribute('lumina.error_code', request.failure);
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** A span for each request but those of load balancers, by the route's pattern, never the address. */
export function traceRequests(fastify: FastifyInstance): void {
  const tracer = trace.getTracer('http');
  fastify.addHook('onRequest', (request, reply, done) => {
    const call = endpointOf(request)?.call;
    if (call !== undefined && isHealthCheck(call.route)) return done();
    const { id, method, headers } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const attributes = { 'http.request.method': method, 'http.route': route, 'lumina.request_id': id };
    const parent = propagation.extract(context.active(), headers);
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    reply.raw.once('close', () => endSpan(span, request, reply));
    const active = trace.setSpan(parent, span);
    contexts.set(request, active);
    context.with(active, done);
  });
  // The body arrives by events of the connection, which know nothing of the request.
  fastify.addHook('preValidation', (request, _reply, done) => {
    context.with(contexts.get(request) ?? context.active(), done);
  });
}

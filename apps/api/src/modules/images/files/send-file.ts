import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { AppError } from '../../../platform/errors/app-error.js';
import type { ReadableFile } from './open-file.js';
import { matchesEtag, parseRange } from './byte-range.js';
import { FORMAT_CONTENT_TYPE } from './object-keys.js';

export interface SendingRules {
  /** Cheaper than a stream for small files, and required where bytes are made. */
  isWhole: boolean;
  /** Pages of other sites may show it. */
  isForAnySite?: boolean;
  headers: Record<string, string>;
}

interface Payload {
  status: 200 | 206;
  headers: Record<string, string | number>;
  body: Buffer | Readable;
}

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ReadableFile,
  { isWhole, isForAnySite = false, headers }: SendingRules,
): Promise<void> {
  const constant = { etag: file.etag, ...(isForAnySite && { 'cross-origin-resource-policy': 'cross-origin' }) };
  const common = { ...constant, ...headers };
  if (matchesEtag(request.headers['if-none-match'], file.etag)) {
    await reply.code(304).headers(common).send();
    return;
  }
  const about = {
    'content-type': FORMAT_CONTENT_TYPE[file.format],
    'x-content-type-options': 'nosniff',
    // Opened by itself, an image must not be able to run anything.
    'content-security-policy': "default-src 'none'; sandbox",
  };
  // Headers are set once there is something to send: a failure must be neither cached nor saved as a file.
  const address = mayHandOver(request, file) ? await file.locate() : null;
  if (address !== null) {
    await handOver(reply, address, { about: { ...constant, ...about }, headers });
    return;
  }
  const payload = isWhole ? await whole(file) : await partOrAll(request, reply, file);
  await reply
    .code(payload.status)
    .headers({ ...common, ...payload.headers, ...about })
    .send(payload.body);
}

/** nginx might refuse these in its own shape and with its own headers. */
const NOT_FOR_NGINX = ['if-match', 'if-unmodified-since', 'x-accel-refused'] as const;

/** False where nginx would answer differently, or could not send the file before. */
function mayHandOver({ method, headers }: FastifyRequest, { bytes }: ReadableFile): boolean {
  if (method !== 'GET' || NOT_FOR_NGINX.some((name) => headers[name] !== undefined)) return false;
  return headers.range === undefined || (bytes !== null && typeof parseRange(headers.range, bytes) === 'object');
}

/** Success headers get names unknown to nginx: it would keep others when it finds no file and asks us again. */
async function handOver(
  reply: FastifyReply,
  address: string,
  { about, headers }: { about: Record<string, string>; headers: Record<string, string> },
): Promise<void> {
  const renamed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [`x-accel-${name}`, value]));
  await reply
    .removeHeader('cache-control')
    .headers({ ...about, ...renamed, 'x-accel-redirect': address })
    .send('');
}

async function whole(file: ReadableFile): Promise<Payload> {
  return { status: 200, headers: {}, body: await file.read() };
}

/** The whole file if it changed since the first part; weak tags and dates say nothing about bytes. */
function askedRange({ headers }: FastifyRequest, etag: string, size: number): ReturnType<typeof parseRange> {
  const ifRange = headers['if-range'];
  return ifRange === undefined || ifRange === etag ? parseRange(headers.range, size) : 'whole';
}

async function partOrAll(request: FastifyRequest, reply: FastifyReply, file: ReadableFile): Promise<Payload> {
  const size = file.bytes ?? 0;
  const isHead = request.method === 'HEAD';
  const range = isHead ? 'whole' : askedRange(request, file.etag, size);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('RANGE_NOT_SATISFIABLE');
  }
  const { stream } = await file.stream(range === 'whole' ? undefined : range);
  // Opened for HEAD too, so that a lost file is reported.
  if (isHead) stream.destroy();
  const headers = { 'accept-ranges': 'bytes' };
  if (range === 'whole')
    return { status: 200, headers: { ...headers, 'content-length': size }, body: isHead ? Readable.from([]) : stream };
  const { start, end } = range;
  const part = { 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 };
  return { status: 206, headers: { ...headers, ...part }, body: stream };
}

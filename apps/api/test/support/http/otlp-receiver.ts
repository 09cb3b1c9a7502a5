import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  attributes: Record<string, string | number>;
}

export interface OtlpReceiver {
  endpoint: string;
  spans: ReceivedSpan[];
  /** Everything that came, as it came. */
  bodies: Buffer[];
  headers: IncomingHttpHeaders[];
  close(): Promise<void>;
}

type Fields = Map<number, (Buffer | number)[]>;

/** Protobuf without a schema: fields by number; what has a length stays bytes. */
function readFields(message: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message.readUInt8(at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const bytes = (length: number): Buffer => message.subarray(at, (at += length));
  const readers: Record<number, () => Buffer | number> = {
    0: varint,
    1: () => bytes(8),
    2: () => bytes(varint()),
    5: () => bytes(4),
  };
  while (at < message.length) {
    const key = varint();
    const read = readers[key & 7];
    if (!read) throw new Error(`No protobuf: wire type ${key & 7}`);
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), read()]);
  }
  return fields;
}

const messages = (fields: Fields, field: number): Fields[] =>
  (fields.get(field) ?? []).map((one) => readFields(one as Buffer));
const bytesOf = (fields: Fields | undefined, field: number): Buffer =>
  (fields?.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);

/** Field numbers of opentelemetry/proto/trace/v1/trace.proto and common.proto. */
function readSpan(span: Fields): ReceivedSpan {
  const attributes = messages(span, 9).map((pair) => {
    const [value] = messages(pair, 2);
    const number = value?.get(3)?.[0];
    return [bytesOf(pair, 1).toString(), typeof number === 'number' ? number : bytesOf(value, 1).toString()] as const;
  });
  return {
    traceId: bytesOf(span, 1).toString('hex'),
    spanId: bytesOf(span, 2).toString('hex'),
    parentSpanId: bytesOf(span, 4).toString('hex'),
    name: bytesOf(span, 5).toString(),
    attributes: Object.fromEntries(attributes),
  };
}

const readSpans = (body: Buffer): ReceivedSpan[] =>
  messages(readFields(body), 1)
    .flatMap((resource) => messages(resource, 2))
    .flatMap((scope) => messages(scope, 2))
    .map(readSpan);

/** A collector of OpenTelemetry's OTLP over http, as far as traces go. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received: Pick<OtlpReceiver, 'spans' | 'bodies' | 'headers'> = { spans: [], bodies: [], headers: [] };
  const server: Server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.headers.push(request.headers);
      received.bodies.push(body);
      received.spans.push(...readSpans(body));
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...received,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

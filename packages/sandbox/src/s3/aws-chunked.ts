import { isSame } from '../kit/is-same.js';
import { S3Error } from './errors.js';
import { sha256, type Signed } from './signature.js';

const LINE_END = '\r\n';
const EMPTY_HASH = sha256('');

const incomplete = () =>
  new S3Error(400, 'IncompleteBody', 'The request body terminated unexpectedly, or is not in aws-chunked form');
const mismatch = () =>
  new S3Error(403, 'SignatureDoesNotMatch', 'The signature of a chunk or of the trailers does not match');

export interface DecodedBody {
  data: Buffer;
  /** Lower-case names. */
  trailers: [string, string][];
}

/** Each chunk is signed with the previous signature, so that none can be removed, repeated or moved. */
class SignatureChain {
  private previous: string;

  constructor(private readonly signed: Signed) {
    this.previous = signed.signature;
  }

  async check(kind: 'PAYLOAD' | 'TRAILER', hashes: string[], signature: string | undefined): Promise<void> {
    const { date, scope } = this.signed;
    const toSign = [`AWS4-HMAC-SHA256-${kind}`, date, scope, this.previous, ...hashes].join('\n');
    const expected = await this.signed.sign(toSign);
    if (!isSame(expected, signature ?? '')) throw mismatch();
    this.previous = expected;
  }
}

/** Decodes `<hex size>[;chunk-signature=…]` chunks up to size 0, then trailers. @throws S3Error */
export async function decodeChunks(body: Buffer, signed: Signed): Promise<DecodedBody> {
  const chain = signed.payload.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD')
    ? new SignatureChain(signed)
    : undefined;
  const chunks: Buffer[] = [];
  let at = 0;
  const line = (): string => {
    const end = body.indexOf(LINE_END, at);
    if (end < 0) throw incomplete();
    const text = body.toString('utf8', at, end);
    at = end + LINE_END.length;
    return text;
  };
  for (;;) {
    const [size = '', extension] = line().split(';');
    const length = /^[0-9a-f]+$/i.test(size) ? Number.parseInt(size, 16) : NaN;
    if (Number.isNaN(length) || at + length > body.byteLength) throw incomplete();
    const chunk = body.subarray(at, at + length);
    await chain?.check('PAYLOAD', [EMPTY_HASH, sha256(chunk)], extension?.replace(/^chunk-signature=/, ''));
    if (length === 0) break;
    chunks.push(chunk);
    at += length;
    if (line() !== '') throw incomplete();
  }
  const trailers = signed.payload.endsWith('-TRAILER') ? await readTrailers(body.toString('utf8', at), chain) : [];
  return { data: Buffer.concat(chunks), trailers };
}

async function readTrailers(text: string, chain: SignatureChain | undefined): Promise<[string, string][]> {
  const all = text
    .split(LINE_END)
    .filter(Boolean)
    .map((entry): [string, string] => {
      const [name = '', ...value] = entry.split(':');
      return [name.toLowerCase().trim(), value.join(':').trim()];
    });
  const trailers = all.filter(([name]) => name !== 'x-amz-trailer-signature');
  const signature = all.find(([name]) => name === 'x-amz-trailer-signature')?.[1];
  const canonical = trailers.map(([name, value]) => `${name}:${value}\n`).join('');
  await chain?.check('TRAILER', [sha256(canonical)], signature);
  return trailers;
}

import { createHash } from 'node:crypto';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { isSame } from '../kit/is-same.js';
import { accessDenied, S3Error } from './errors.js';
import type { S3Request } from './request.js';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export interface Signed {
  signature: string;
  scope: string;
  /** `20260131T235959Z`. */
  date: string;
  sign(text: string): Promise<string>;
  /** `x-amz-content-sha256`: a hash, or the encoding of the body. */
  payload: string;
}

interface Claim {
  accessKeyId: string;
  day: string;
  region: string;
  scope: string;
  signedHeaders: string[];
  signature: string;
  date: string;
  payload: string;
  isPresigned: boolean;
}

const PAYLOAD_HEADER = 'x-amz-content-sha256';
const ALGORITHM = 'AWS4-HMAC-SHA256';
const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_SECONDS = 7 * 86_400;

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** Verifies an `Authorization` header or a presigned URL. @param now in milliseconds @throws S3Error */
export async function verifySignature(request: S3Request, credentials: Credentials, now: number): Promise<Signed> {
  const claim = readClaim(request);
  if (claim.accessKeyId !== credentials.accessKeyId) {
    const message = 'The AWS Access Key Id you provided does not exist in our records.';
    throw new S3Error(403, 'InvalidAccessKeyId', message, { AWSAccessKeyId: claim.accessKeyId });
  }
  if (claim.region !== credentials.region) {
    const message = `The authorization header is malformed; the region '${claim.region}' is wrong; expecting '${credentials.region}'`;
    throw new S3Error(400, 'AuthorizationHeaderMalformed', message, { Region: credentials.region });
  }
  const signingDate = checkTime(request, claim, now);
  checkHeadersAreSigned(request, claim);
  const signer = new SignatureV4({
    service: 's3',
    region: credentials.region,
    credentials,
    sha256: Hash.bind(undefined, 'sha256'),
    uriEscapePath: false,
    applyChecksum: false,
  });
  if (!isSame(await computeSignature(request, claim, signer, signingDate), claim.signature)) {
    const message =
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.';
    throw new S3Error(403, 'SignatureDoesNotMatch', message);
  }
  const { signature, scope, date, payload } = claim;
  return { signature, scope, date, payload, sign: (text) => signer.sign(text, { signingDate }) };
}

function readClaim(request: S3Request): Claim {
  const header = request.header('authorization');
  const isPresigned = request.parameter('X-Amz-Algorithm') !== undefined;
  if (header !== undefined && isPresigned) {
    throw new S3Error(
      400,
      'InvalidArgument',
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter or the Authorization header should be specified',
    );
  }
  if (isPresigned) return readPresigned(request);
  if (header === undefined) throw accessDenied();
  return readHeader(request, header);
}

function readHeader(request: S3Request, header: string): Claim {
  const [algorithm, ...rest] = header.split(' ');
  const parts = new Map(
    rest
      .join('')
      .split(',')
      .map((part): [string, string] => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  );
  const malformed = (what: string) =>
    new S3Error(400, 'AuthorizationHeaderMalformed', `The authorization header is malformed; ${what}`);
  if (algorithm !== ALGORITHM) throw malformed('the algorithm is not AWS4-HMAC-SHA256');
  const payload = request.header(PAYLOAD_HEADER);
  if (payload === undefined) {
    throw new S3Error(400, 'InvalidRequest', `Missing required header for this request: ${PAYLOAD_HEADER}`);
  }
  return {
    ...readScope(parts.get('Credential') ?? '', malformed),
    signedHeaders: (parts.get('SignedHeaders') ?? '').split(';'),
    signature: parts.get('Signature') ?? '',
    date: request.header('x-amz-date') ?? '',
    payload,
    isPresigned: false,
  };
}

function readPresigned(request: S3Request): Claim {
  const of = (name: string) => request.parameter(`X-Amz-${name}`) ?? '';
  const malformed = (what: string) => new S3Error(400, 'AuthorizationQueryParametersError', what);
  if (of('Algorithm') !== ALGORITHM) throw malformed('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  for (const name of ['Credential', 'Signature', 'Date', 'SignedHeaders', 'Expires']) {
    if (of(name) === '') throw malformed(`Query-string authentication requires the X-Amz-${name} parameter`);
  }
  const expires = Number(of('Expires'));
  if (!Number.isInteger(expires) || expires < 0) throw malformed('X-Amz-Expires should be a number');
  if (expires > MAX_EXPIRES_SECONDS) throw malformed('X-Amz-Expires must be less than a week (in seconds)');
  return {
    ...readScope(of('Credential'), malformed),
    signedHeaders: of('SignedHeaders').split(';'),
    signature: of('Signature'),
    date: of('Date'),
    payload: request.header(PAYLOAD_HEADER) ?? 'UNSIGNED-PAYLOAD',
    isPresigned: true,
  };
}

function readScope(credential: string, malformed: (what: string) => S3Error) {
  const [accessKeyId, day, region, service, terminator, ...rest] = credential.split('/');
  if (!accessKeyId || !day || !region || service !== 's3' || terminator !== 'aws4_request' || rest.length > 0) {
    throw malformed('the Credential is mal-formed; expecting "<key>/YYYYMMDD/<region>/s3/aws4_request"');
  }
  return { accessKeyId, day, region, scope: [day, region, service, terminator].join('/') };
}

function checkTime(request: S3Request, { date, day, isPresigned }: Claim, now: number): Date {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date);
  const [, year, month, dayOfMonth, hour, minute, second] = match ?? [];
  const signedAt = Date.parse(`${year}-${month}-${dayOfMonth}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(signedAt) || !date.startsWith(day)) {
    throw accessDenied('AWS authentication requires a valid Date or x-amz-date header');
  }
  const serverTime = new Date(now).toISOString();
  if (!isPresigned) {
    if (Math.abs(now - signedAt) <= MAX_SKEW_MS) return new Date(signedAt);
    const message = 'The difference between the request time and the current time is too large.';
    const details = { RequestTime: date, ServerTime: serverTime, MaxAllowedSkewMilliseconds: MAX_SKEW_MS };
    throw new S3Error(403, 'RequestTimeTooSkewed', message, details);
  }
  if (signedAt - now > MAX_SKEW_MS) throw accessDenied('Request is not yet valid', { ServerTime: serverTime });
  const seconds = Number(request.parameter('X-Amz-Expires'));
  const expiresAt = signedAt + seconds * 1000;
  if (now < expiresAt) return new Date(signedAt);
  throw accessDenied('Request has expired', {
    'X-Amz-Expires': seconds,
    Expires: new Date(expiresAt).toISOString(),
    ServerTime: serverTime,
  });
}

/** Headers that S3 obeys must be signed. */
function checkHeadersAreSigned(request: S3Request, { signedHeaders }: Claim): void {
  const needed = Object.keys(request.c.env.incoming.headers).filter((name) => name.startsWith('x-amz-'));
  const missing = ['host', ...needed].filter((name) => !signedHeaders.includes(name));
  if (missing.length === 0) return;
  throw accessDenied('There were headers present in the request which were not signed', {
    HeadersNotSigned: missing.join(', '),
  });
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

async function computeSignature(
  request: S3Request,
  claim: Claim,
  signer: SignatureV4,
  signingDate: Date,
): Promise<string> {
  const signableHeaders = new Set(claim.signedHeaders);
  const headers = Object.fromEntries(claim.signedHeaders.map((name) => [name, request.header(name) ?? '']));
  const query: Record<string, string[]> = {};
  for (const [name, value] of request.query) (query[name] ??= []).push(value);
  const toSign = {
    method: request.method,
    protocol: 'http:',
    hostname: headers['host'] ?? '',
    path: request.path.split('/').map(encode).join('/'),
    query,
    headers: { ...headers, [PAYLOAD_HEADER]: claim.payload },
  };
  if (!claim.isPresigned) {
    const signed = await signer.sign(toSign, { signingDate, signableHeaders });
    return signed.headers['authorization']?.split('Signature=')[1] ?? '';
  }
  const presigned = await signer.presign(toSign, {
    signingDate,
    signableHeaders,
    expiresIn: Number(request.parameter('X-Amz-Expires')),
    // The payload header counts only if the request signs it.
    unsignableHeaders: new Set([PAYLOAD_HEADER]),
    unhoistableHeaders: new Set(Object.keys(toSign.headers)),
  });
  return String(presigned.query?.['X-Amz-Signature']);
}

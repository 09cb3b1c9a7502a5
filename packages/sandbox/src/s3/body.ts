import { decodeChunks } from './aws-chunked.js';
import { verifyChecksums, type Checksum } from './checksums.js';
import { S3Error } from './errors.js';
import type { S3Request } from './request.js';
import { sha256, type Signed } from './signature.js';

export interface VerifiedBody {
  data: Buffer;
  checksum: Checksum | undefined;
}

/** Decodes a body and verifies hash, length, checksums and trailers. @throws S3Error */
export async function readBody(request: S3Request, signed: Signed): Promise<VerifiedBody> {
  const sent = Buffer.from(await request.c.req.arrayBuffer());
  if (signed.payload.startsWith('STREAMING-')) return readStream(request, signed, sent);
  if (signed.payload !== 'UNSIGNED-PAYLOAD' && signed.payload !== sha256(sent)) {
    const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', message, {
      ClientComputedContentSHA256: signed.payload,
      S3ComputedContentSHA256: sha256(sent),
    });
  }
  return { data: sent, checksum: verifyChecksums(headersOf(request), sent) };
}

async function readStream(request: S3Request, signed: Signed, sent: Buffer): Promise<VerifiedBody> {
  const { data, trailers } = await decodeChunks(sent, signed);
  if (request.header('x-amz-decoded-content-length') !== String(data.byteLength)) {
    const message = 'You did not provide the number of bytes specified by the x-amz-decoded-content-length header';
    throw new S3Error(400, 'IncompleteBody', message);
  }
  const announced =
    request
      .header('x-amz-trailer')
      ?.toLowerCase()
      .split(',')
      .map((name) => name.trim()) ?? [];
  if (announced.some((name) => !trailers.some(([sentName]) => sentName === name))) {
    throw new S3Error(400, 'MalformedTrailerError', 'The request contained trailing data that was not well-formed');
  }
  return { data, checksum: verifyChecksums([...headersOf(request), ...trailers], data) };
}

const headersOf = (request: S3Request): [string, string][] =>
  Object.keys(request.c.env.incoming.headers).map((name) => [name, request.header(name) ?? '']);

import type { SandboxContext } from '../kit/provider.js';
import { S3Error } from './errors.js';

const MAX_KEY_BYTES = 1024;

/** Parsed from the raw URL, because normalising it would change keys. */
export interface S3Request {
  c: SandboxContext;
  method: string;
  /** Decoded, with the prefix of the service. */
  path: string;
  bucket: string;
  key: string;
  query: [name: string, value: string][];
  /** Lower-case names; repeated headers are joined. */
  header(name: string): string | undefined;
  parameter(name: string): string | undefined;
}

export function readRequest(c: SandboxContext): S3Request {
  const { incoming } = c.env;
  const [rawPath, rawQuery] = splitOnce(incoming.url ?? '', '?');
  const path = decode(rawPath);
  const [bucket, key] = splitOnce(path.replace(/^\/s3\/?/, ''), '/');
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
  const query = rawQuery
    .split('&')
    .filter(Boolean)
    .map((part): [string, string] => {
      const [name, value] = splitOnce(part.replaceAll('+', ' '), '=');
      return [decode(name), decode(value)];
    });
  return {
    c,
    method: incoming.method ?? '',
    path,
    bucket,
    key,
    query,
    header: (name) => {
      const value = incoming.headers[name];
      return Array.isArray(value) ? value.join(',') : value;
    },
    parameter: (name) => query.find(([known]) => known === name)?.[1],
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

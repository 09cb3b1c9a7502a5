import { preconditionFailed, S3Error } from './errors.js';
import type { StoredObject } from './object-store.js';
import type { S3Request } from './request.js';

const tagsOf = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
const fits = (header: string, etag: string): boolean =>
  tagsOf(header).some((tag) => tag === '*' || tag === etag || `"${tag}"` === etag);

/** `unchanged` means status 304. @throws S3Error `PreconditionFailed` */
export function checkRead(request: S3Request, { etag, lastModified }: StoredObject): 'send' | 'unchanged' {
  const ifMatch = request.header('if-match');
  const ifNoneMatch = request.header('if-none-match');
  const unmodifiedSince = Date.parse(request.header('if-unmodified-since') ?? '');
  const modifiedSince = Date.parse(request.header('if-modified-since') ?? '');
  if (ifMatch !== undefined && !fits(ifMatch, etag)) throw preconditionFailed('If-Match');
  if (ifMatch === undefined && lastModified > unmodifiedSince) throw preconditionFailed('If-Unmodified-Since');
  if (ifNoneMatch !== undefined) return fits(ifNoneMatch, etag) ? 'unchanged' : 'send';
  return lastModified <= modifiedSince ? 'unchanged' : 'send';
}

/** Supports `If-None-Match: *` and `If-Match`. @throws S3Error */
export function checkWrite(request: S3Request, existing: StoredObject | undefined): void {
  const ifNoneMatch = request.header('if-none-match');
  const ifMatch = request.header('if-match');
  if (ifNoneMatch !== undefined && existing) throw preconditionFailed('If-None-Match');
  if (ifMatch === undefined) return;
  if (!existing) throw noSuchKey(request.key);
  if (!fits(ifMatch, existing.etag)) throw preconditionFailed('If-Match');
}

export const noSuchKey = (key: string): S3Error =>
  new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });

/** Both ends are inclusive; undefined means the whole object. @throws S3Error `InvalidRange` */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < start) return undefined;
  if (start > end) {
    const details = { RangeRequested: header ?? '', ActualObjectSize: size };
    throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable', details);
  }
  return { start, end };
}

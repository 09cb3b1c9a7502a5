import type { ExportPart } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { oneRow } from '../../../platform/database/rows.js';
import type { ArchiveLimits } from './write-archive.js';

const NEXT_PART = `
  select count(*) as images, coalesce(max(seq), 0) as newest, coalesce(min(seq), 0) as oldest
    from (select seq, sum(bytes) over (order by seq desc) as total
            from (select seq, bytes from images
                   where user_id = $1 and seq < $2 and status = 'completed' and deleted_at is null
                   order by seq desc limit $3) page) added
   where total <= $4`;

/** What each archive of everything takes, newest first. An image that is deleted later leaves no gap between them. */
export async function archiveParts(
  dataSource: DataSource,
  userId: string,
  { images, bytes }: ArchiveLimits,
): Promise<ExportPart[]> {
  const parts: ExportPart[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const next = await oneRow<Omit<ExportPart, 'before'>>(dataSource, NEXT_PART, [userId, before, images, bytes]);
    if (next.images === 0) return parts;
    parts.push({ ...next, before: next.newest + 1 });
    before = next.oldest;
  }
}

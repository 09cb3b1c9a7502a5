import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../../platform/database/prepared.js';
import { StatementThumbnails, type ThumbnailFinder } from '../../../quota/index.js';
import { FileLinks, type LinkedImage } from '../../files/file-links.js';

const FILES: PreparedStatement = {
  name: 'images_thumbnails',
  text: `
select floor(extract(epoch from now()))::bigint as now, id, object_key, thumb_widths, width, height
  from images
 where user_id = $1 and id = any($2::uuid[]) and object_key is not null and deleted_at is null and file_lost_at is null`,
};

/** For the credit statement: the address that the gallery gives to the smallest file of an image. */
@Injectable()
export class FindThumbnails implements ThumbnailFinder, OnModuleInit {
  constructor(
    private readonly statement: StatementThumbnails,
    private readonly dataSource: DataSource,
    private readonly links: FileLinks,
  ) {}

  onModuleInit(): void {
    this.statement.register(this);
  }

  async findThumbnails(userId: string, imageIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await prepared<LinkedImage & { now: number; id: string }>(this.dataSource, FILES, [userId, imageIds]);
    const addresses = new Map<string, string>();
    for (const { now, id, ...image } of found) {
      const { url, thumbnails } = this.links.of(image, now);
      const address = thumbnails[0]?.url ?? url;
      if (address !== null) addresses.set(id, address);
    }
    return addresses;
  }
}

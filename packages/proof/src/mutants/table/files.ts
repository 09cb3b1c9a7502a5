import type { Mutant } from '../mutant.js';

/** Guards of files and removals: delivered files exist, removed ones are gone, and nothing else is deleted. */
export const FILE_MUTANTS: readonly Mutant[] = [
  {
    name: 'nginx sends a file of the wrong size',
    guard: 'size check before X-Accel-Redirect',
    edits: [{ in: 'OpenFile.locate', remove: 'if (found !== bytes) throw await this.damage(key, bytes, found);' }],
    test: 'files-nginx.db.spec.ts',
    title: 'a file of another size',
  },
  {
    name: 'a file missing for nginx is redirected again and again',
    guard: 'the API answers what nginx refused',
    edits: [{ in: 'NOT_FOR_NGINX', replace: `'x-accel-refused'`, by: `'x-unused'` }],
    test: 'files-nginx.db.spec.ts',
    title: 'a lost file',
  },
  {
    name: 'a refusal of nginx is cached as an image',
    guard: 'separate names for the headers of a success',
    edits: [{ in: 'handOver', replace: '[`x-accel-${name}`, value]', by: '[name, value]' }],
    test: 'files-nginx.db.spec.ts',
    title: 'a lost file',
  },
  {
    name: 'nginx answers conditional requests in its own way',
    guard: 'conditional requests stay with the API',
    edits: [
      {
        in: 'mayHandOver',
        replace: `(bytes !== null && typeof parseRange(headers.range, bytes) === 'object')`,
        by: 'bytes !== 0',
      },
    ],
    test: 'files-nginx.db.spec.ts',
    title: 'what a client asks for under conditions',
  },
  {
    name: 'a storage that only claims to have written is trusted',
    guard: 'size and hash check before delivery',
    edits: [
      {
        in: 'StoreImage.writeOne',
        replace: '!found || found.bytes !== body.length || found.sha256 !== put.sha256',
        by: '!found',
      },
    ],
    test: 'store-s3.db.spec.ts',
  },
  {
    name: 'a crashed worker leaves an unknown file',
    guard: 'objects are recorded before they are written',
    edits: [{ in: 'StoreImage.store', replace: 'this.scheduleDeletion(key)', by: 'Promise.resolve()' }],
    test: 'crash.db.spec.ts',
    title: 'another one finishes',
  },
  {
    name: 'a delivered image stays recorded for deletion',
    guard: 'delivery removes the record',
    edits: [{ in: 'CloseImage.deliver', remove: 'await cancelObjectDeletion(tx, delivery.objectKey)' }],
    test: 'close-image.db.spec.ts',
    title: 'what an image is delivered with',
  },
  {
    name: 'a visible image loses its file',
    guard: 'files of visible images are kept',
    edits: [
      {
        sql: 'dueObjects',
        remove: 'not exists (select 1 from images i where i.object_key = d.object_key and i.deleted_at is null)',
      },
    ],
    test: 'sweeper.db.spec.ts',
    title: 'objects whose time has come',
  },
  {
    name: 'young files count as orphans',
    guard: 'minimum age of orphans',
    edits: [{ in: 'CollectOrphans.walk', remove: 'modifiedAt.getTime() <= oldest' }],
    test: 'crash.db.spec.ts',
    title: 'objects without an image',
  },
  {
    name: 'with the wrong database every file is deleted',
    guard: 'limit of the share of orphans',
    edits: [{ in: 'CollectOrphans.removeUnknown', replace: 'UNLIKELY.share', by: '9' }],
    test: 'stored-files.db.spec.ts',
    title: 'that are most of all files',
  },
  {
    name: 'a deletion is final while it can be undone',
    guard: 'purge after the time to undo',
    edits: [
      { sql: 'duePurges', remove: 'i.purgeAt <= now()' },
      { sql: 'PURGE', remove: 'purge_at <= now()' },
    ],
    test: 'purge-images.db.spec.ts',
    title: 'a removed image',
  },
  {
    name: 'an open image is purged',
    guard: 'open images are closed first',
    edits: [
      { sql: 'duePurges', remove: `i.status not in ('pending', 'processing')` },
      { sql: 'PURGE', remove: `status not in ('pending', 'processing')` },
    ],
    test: 'purge-images.db.spec.ts',
    title: 'a removed image',
  },
  {
    name: 'a final deletion is undone',
    guard: 'time to undo',
    edits: [
      { sql: 'lockSelection', remove: 'coalesce(i.purge_at > statement_timestamp() and i.purged_at is null, false)' },
    ],
    test: 'deletion.db.spec.ts',
    title: 'undo',
  },
  {
    name: 'a text of a removed account stays',
    guard: 'erasure of every column',
    edits: [{ sql: 'ERASE', replace: 'negative_prompt = null,', by: '' }],
    test: 'remove-account.db.spec.ts',
    title: 'no table and no file holds anything',
  },
  {
    name: 'shared links outlive their account',
    guard: 'removal of links with the account',
    edits: [
      {
        in: 'LINKS',
        replace: `['shares', 'export_tickets', 'running_exports']`,
        by: `['running_exports']`,
      },
    ],
    test: 'remove-account.db.spec.ts',
    title: 'no table and no file holds anything',
  },
  {
    name: 'the address of a deleted image still works',
    guard: 'look-up at each delivery',
    edits: [
      {
        sql: 'DELIVERED',
        replace: `uuid[]) and status = 'completed' and deleted_at is null`,
        by: `uuid[]) and status = 'completed'`,
      },
    ],
    test: 'files.db.spec.ts',
    title: 'is dead at once',
  },
  {
    name: 'addresses of files never expire',
    guard: 'expiry of an address',
    edits: [{ in: 'OpenFile.byLink', replace: 'link.expires <= found.now', by: 'false' }],
    test: 'files.db.spec.ts',
    title: 'ends when its time has come',
  },
  {
    name: 'files requested together are mixed up',
    guard: 'assignment of batched rows to requests',
    edits: [
      {
        in: 'findDeliveredFiles',
        replace: 'imageIds.map((id) => byId.get(id) ?? null)',
        by: '[...byId.values(), ...imageIds.slice(byId.size).map(() => null)]',
      },
    ],
    test: 'gallery-items.db.spec.ts',
    title: 'asked for at once are each',
  },
  {
    name: 'cached addresses outlive their expiry',
    guard: 'time window of cached addresses',
    edits: [{ in: 'GalleryItemEndings.append', remove: 'if (from !== this.window) this.cache.clear();' }],
    test: 'gallery-item-endings.spec.ts',
    title: 'is made anew in another window',
  },
  {
    name: 'failures are shown in the language of an earlier reader',
    guard: 'only language-independent text is cached',
    edits: [{ in: 'GalleryItemEndings.create', replace: `parsed.status === 'completed'`, by: 'true' }],
    test: 'gallery-item-endings.spec.ts',
    title: 'is told each reader in their language',
  },
  {
    name: 'anybody can make an address of a file',
    guard: 'signature of addresses',
    edits: [{ in: 'verifyLink', remove: 'if (!timingSafeEqual(given, sign(secret, link))) return null;' }],
    test: 'files.db.spec.ts',
    title: 'tampered with',
  },
  {
    name: 'addresses of a shared image outlive its share',
    guard: 'look-up of the share at each delivery',
    edits: [{ sql: 'images_shared_file', remove: 's.revoked_at is null' }],
    test: 'sharing.db.spec.ts',
    title: 'that stop working when the share is revoked',
  },
  {
    name: 'one person fills the queue for conversions',
    guard: 'one waiting conversion of each person',
    edits: [
      {
        in: 'ConvertImage.convert',
        remove: `if (this.waiting.has(userId)) throw new AppError('RATE_LIMITED', { retryAfter: BUSY_RETRY_SECONDS });`,
      },
    ],
    test: 'convert-image.spec.ts',
    title: 'lets one image of a person wait',
  },
  {
    name: 'a bucket without its secret is silently the disk',
    guard: 'settings that belong together',
    edits: [{ in: 'TOGETHER', replace: `['S3_BUCKET', 'S3_SECRET_ACCESS_KEY']`, by: `['S3_BUCKET', 'S3_BUCKET']` }],
    test: 'config.spec.ts',
    title: 'a bucket without its secret',
  },
];

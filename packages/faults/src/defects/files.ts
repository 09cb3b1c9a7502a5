import type { Defect } from './defect.js';

const IMAGES = 'modules/images';

/** Guards of files: what is paid for is there, what is gone is gone, and nothing is removed that somebody may want. */
export const FILE_DEFECTS: Defect[] = [
  {
    name: 'nginx sends a file of another size than it should have',
    guard: 'size before a file is handed over',
    edits: [
      {
        file: `${IMAGES}/application/open-file.ts`,
        find: 'if (found !== bytes) throw unlike(key, bytes, found);',
        replace: '',
      },
    ],
    test: `${IMAGES}/http/files-nginx.db.spec.ts`,
    only: 'behind nginx a file of another size',
  },
  {
    name: 'a file that nginx does not find is handed over again and again',
    guard: 'what nginx refused is answered by the API',
    edits: [
      {
        file: `${IMAGES}/http/send-file.ts`,
        find: `'if-unmodified-since', 'x-accel-refused'`,
        replace: `'if-unmodified-since'`,
      },
    ],
    test: `${IMAGES}/http/files-nginx.db.spec.ts`,
    only: 'behind nginx a lost file',
  },
  {
    name: 'behind nginx a refusal is cached and saved as a picture',
    guard: 'headers of a success travel under names of their own',
    edits: [
      {
        file: `${IMAGES}/http/send-file.ts`,
        find: '[`x-accel-${name}`, value]',
        replace: '[name, value]',
      },
    ],
    test: `${IMAGES}/http/files-nginx.db.spec.ts`,
    only: 'behind nginx a lost file',
  },
  {
    name: 'nginx answers conditions in its own way',
    guard: 'conditions and ranges that nginx may refuse stay with the API',
    edits: [
      {
        file: `${IMAGES}/http/send-file.ts`,
        find: `return headers.range === undefined || (bytes !== null && typeof parseRange(headers.range, bytes) === 'object');`,
        replace: `return headers.range === undefined || bytes !== 0;`,
      },
    ],
    test: `${IMAGES}/http/files-nginx.db.spec.ts`,
    only: 'behind nginx what a client asks for under conditions',
  },
  {
    name: 'a store is believed that says it wrote',
    guard: 'presence, size and hash before delivery',
    edits: [
      {
        file: `${IMAGES}/jobs/store-picture.ts`,
        find: 'if (!found || found.bytes !== body.length || found.sha256 !== put.sha256) {',
        replace: 'if (!found) {',
      },
    ],
    test: `${IMAGES}/jobs/store-s3.db.spec.ts`,
  },
  {
    name: 'whoever dies leaves a file that nobody knows',
    guard: 'objects are named before they are written',
    edits: [
      {
        file: `${IMAGES}/jobs/store-picture.ts`,
        find: 'await persist(() => this.name(key), signal, this.times.retryWriteMs);',
        replace: 'await persist(async () => this.name.length, signal, this.times.retryWriteMs);',
      },
    ],
    test: `${IMAGES}/jobs/crash.db.spec.ts`,
    only: 'after it was stored',
  },
  {
    name: 'a delivered picture stays named for removal',
    guard: 'closing takes the name away',
    edits: [
      {
        file: `${IMAGES}/application/close-picture.ts`,
        find: 'await forgetObject(tx, delivery.objectKey);',
        replace: 'await forgetObject(tx, `not ${delivery.objectKey}`);',
      },
    ],
    test: `${IMAGES}/application/close-picture.db.spec.ts`,
    only: 'what a picture is delivered with',
  },
  {
    name: 'a visible picture loses its file',
    guard: 'visible pictures keep their objects',
    edits: [
      {
        file: `${IMAGES}/jobs/object-rows.ts`,
        find: `
        and not exists (select 1 from images i where i.object_key = d.object_key and i.deleted_at is null)`,
        replace: '',
      },
    ],
    test: `${IMAGES}/jobs/sweeper.db.spec.ts`,
    only: 'objects whose time has come',
  },
  {
    name: 'young files are taken for orphans',
    guard: 'age guard of the collector',
    edits: [
      {
        file: `${IMAGES}/jobs/collect-orphans.ts`,
        find: 'if (parsed && modifiedAt.getTime() <= oldest)',
        replace: 'if (parsed && modifiedAt.getTime() !== oldest)',
      },
    ],
    test: `${IMAGES}/jobs/crash.db.spec.ts`,
    only: 'objects without a picture',
  },
  {
    name: 'with the wrong database every file is removed',
    guard: 'most files cannot be orphans',
    edits: [
      {
        file: `${IMAGES}/jobs/collect-orphans.ts`,
        find: 'orphans.length > batch.length * UNLIKELY.share',
        replace: 'orphans.length > batch.length * UNLIKELY.share * 9',
      },
    ],
    test: `${IMAGES}/jobs/stored-files.db.spec.ts`,
    only: 'that are most of all files',
  },
  {
    name: 'a removal is final while it can be undone',
    guard: 'purge after the time to undo',
    edits: [
      {
        file: `${IMAGES}/persistence/purges.ts`,
        find: 'purged_at is null and purge_at <= now() and',
        replace: 'purged_at is null and',
      },
    ],
    test: `${IMAGES}/jobs/purge-pictures.db.spec.ts`,
    only: 'a removed picture',
  },
  {
    name: 'a picture in the making is purged',
    guard: 'what is open is closed first',
    edits: [
      {
        file: `${IMAGES}/persistence/purges.ts`,
        find: 'and purge_at <= now() and status not in ${OPEN}`',
        replace: 'and purge_at <= now() and status || ${`${OPEN}`.length} is not null`',
      },
    ],
    test: `${IMAGES}/jobs/purge-pictures.db.spec.ts`,
    only: 'a removed picture',
  },
  {
    name: 'what is final comes back',
    guard: 'time to undo',
    edits: [
      {
        file: `${IMAGES}/persistence/removals.ts`,
        find: 'coalesce(i.purge_at > statement_timestamp() and i.purged_at is null, false) as "canReturn"',
        replace: 'true as "canReturn"',
      },
    ],
    test: `${IMAGES}/http/deletion.db.spec.ts`,
    only: 'undo',
  },
  {
    name: 'a word of a removed account stays',
    guard: 'erasure of each column',
    edits: [
      {
        file: `${IMAGES}/persistence/erasures.ts`,
        find: `set prompt = '', negative_prompt = null, understood`,
        replace: `set prompt = '', understood`,
      },
    ],
    test: 'modules/users/remove-account.db.spec.ts',
    only: 'no table and no file holds anything',
  },
  {
    name: 'links outlive their account',
    guard: 'doors are closed with the account',
    edits: [
      {
        file: `${IMAGES}/persistence/erasures.ts`,
        find: `const DOORS = ['shares', 'export_tickets', 'running_exports'] as const;`,
        replace: `const DOORS = ['running_exports'] as const;`,
      },
    ],
    test: 'modules/users/remove-account.db.spec.ts',
    only: 'no table and no file holds anything',
  },
];

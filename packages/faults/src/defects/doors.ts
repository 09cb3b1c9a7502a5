import type { Defect } from './defect.js';

const IMAGES = 'modules/images';

/** Guards at the doors: what people may see and do. */
export const DOOR_DEFECTS: Defect[] = [
  {
    name: 'a person sees the picture of another',
    guard: 'ownership',
    edits: [
      {
        file: `${IMAGES}/persistence/read-picture.ts`,
        find: 'where i.id = $1 and i.user_id = $2 and',
        replace: 'where i.id = $1 and $2::uuid is not null and',
      },
    ],
    test: `${IMAGES}/http/ownership.db.spec.ts`,
  },
  {
    name: 'a person downloads the picture of another',
    guard: 'ownership of files',
    edits: [
      {
        file: `${IMAGES}/persistence/find-file.ts`,
        find: 'where i.id = $1 and i.user_id = $2 and',
        replace: 'where i.id = $1 and $2::uuid is not null and',
      },
    ],
    test: `${IMAGES}/http/ownership.db.spec.ts`,
  },
  {
    name: 'a person deletes the picture of another',
    guard: 'ownership when deleting',
    edits: [
      {
        file: `${IMAGES}/persistence/removals.ts`,
        find: 'where i.user_id = $1 and (i.id = any($2::uuid[])',
        replace: 'where $1::uuid is not null and (i.id = any($2::uuid[])',
      },
    ],
    test: `${IMAGES}/http/deletion.db.spec.ts`,
    only: 'unknown or somebody else',
  },
  {
    name: 'the address of a deleted picture lives on',
    guard: 'the row is asked on each delivery',
    edits: [
      {
        file: `${IMAGES}/persistence/find-file.ts`,
        find: `uuid[]) and status = 'completed' and deleted_at is null`,
        replace: `uuid[]) and status = 'completed'`,
      },
    ],
    test: `${IMAGES}/http/files.db.spec.ts`,
    only: 'is dead at once',
  },
  {
    name: 'addresses of files never end',
    guard: 'end of an address',
    edits: [
      {
        file: `${IMAGES}/application/open-file.ts`,
        find: `if (!found || link.expires <= found.now) throw notFound();`,
        replace: `if (!found) throw notFound();`,
      },
    ],
    test: `${IMAGES}/http/files.db.spec.ts`,
    only: 'ends when its time has come',
  },
  {
    name: 'files that are asked for at once are mixed up',
    guard: 'each answer of a turn to its own question',
    edits: [
      {
        file: `${IMAGES}/persistence/find-file.ts`,
        find: `return imageIds.map((id) => byId.get(id) ?? null);`,
        replace: `return [...byId.values(), ...imageIds.slice(byId.size).map(() => null)];`,
      },
    ],
    test: `${IMAGES}/http/gallery-items.db.spec.ts`,
    only: 'asked for at once are each',
  },
  {
    name: 'remembered addresses outlive their time',
    guard: 'window of remembered addresses',
    edits: [
      {
        file: `${IMAGES}/application/gallery-texts.ts`,
        find: `if (from !== this.window) this.ends.clear();`,
        replace: '',
      },
    ],
    test: `${IMAGES}/application/gallery-texts.spec.ts`,
    only: 'is made anew in another window',
  },
  {
    name: 'failures are told in the language of whoever looked first',
    guard: 'only what is the same for every reader is remembered',
    edits: [
      {
        file: `${IMAGES}/application/gallery-texts.ts`,
        find: `if (parsed.status === 'completed') this.remember(facts, end);`,
        replace: `this.remember(facts, end);`,
      },
    ],
    test: `${IMAGES}/application/gallery-texts.spec.ts`,
    only: 'is told each reader in their language',
  },
  {
    name: 'anybody can make an address of a file',
    guard: 'signature of addresses',
    edits: [
      {
        file: `${IMAGES}/domain/file-link.ts`,
        find: 'if (!timingSafeEqual(given, sign(secret, key, Number(e)))) return null;',
        replace: 'if (!timingSafeEqual(given, given) || !sign(secret, key, 0)) return null;',
      },
    ],
    test: `${IMAGES}/http/files.db.spec.ts`,
    only: 'tampered with',
  },
  {
    name: 'shared links never end',
    guard: 'end of a share',
    edits: [
      {
        file: `${IMAGES}/application/show-shared.ts`,
        find: `if (found.is_expired) throw new AppError('SHARE_EXPIRED');`,
        replace: '',
      },
    ],
    test: `${IMAGES}/http/sharing.db.spec.ts`,
    only: 'ends by the database',
  },
  {
    name: 'a revoked link lives on',
    guard: 'revocation of a share',
    edits: [
      {
        file: `${IMAGES}/persistence/shares.ts`,
        find: 'where s.token_hash = $1 and s.revoked_at is null and',
        replace: 'where s.token_hash = $1 and',
      },
    ],
    test: `${IMAGES}/http/sharing.db.spec.ts`,
    only: 'is dead the moment it is revoked',
  },
  {
    name: 'whoever reads the database can open shared links',
    guard: 'only the hash of a link is stored',
    edits: [
      {
        file: `${IMAGES}/domain/share-token.ts`,
        find: `createHash('sha256').update(secret).digest();`,
        replace: `Buffer.from(createHash === null ? '' : secret);`,
      },
    ],
    test: `${IMAGES}/http/sharing.db.spec.ts`,
    only: 'stands in the database as a hash',
  },
  {
    name: 'a person has any number of exports at once',
    guard: 'one export at a time',
    edits: [
      {
        file: `${IMAGES}/persistence/running-exports.ts`,
        find: 'where r.lease_until <= now()',
        replace: 'where r.lease_until is not null',
      },
    ],
    test: `${IMAGES}/http/exports-running.db.spec.ts`,
    only: 'one at a time',
  },
  {
    name: 'people ask as often as they like',
    guard: 'rate limit',
    edits: [
      {
        file: 'platform/throttle/limit.guards.ts',
        find: `this.limiters.allow('person', principal.userId);`,
        replace: '',
      },
    ],
    test: 'platform/throttle/throttle.db.spec.ts',
    only: 'a person',
  },
  {
    name: 'a call needs no token',
    guard: 'the guard denies by default',
    edits: [
      {
        file: 'platform/http/token.guard.ts',
        find: 'if (token === undefined) return admit(request, null);',
        replace: 'if (token === undefined) return true;',
      },
    ],
    test: 'routes.db.spec.ts',
    only: 'without a living token',
  },
];

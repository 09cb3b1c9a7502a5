import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removePostgresData } from '@app/sandbox/postgres';
import { z } from 'zod';
import { ENVIRONMENT_FILE } from './environment-file.js';

const KEY = z.string().regex(/^[\w-]{43,}$/);

/** Keys are 32 random bytes in base64url. `instanceId` is part of cookie names, because cookies ignore ports. */
const Installation = z.object({
  appSecret: KEY,
  identitySecret: KEY,
  instanceId: z.string().regex(/^[a-z0-9]{8}$/),
});
export type Installation = z.infer<typeof Installation>;

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const FILE = 'installation.json';

const newKey = () => randomBytes(32).toString('base64url');
const newId = () => Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

interface Owner {
  /** DATABASE_URL names a database outside the data folder. A reset would keep it and delete its keys. */
  hasOwnDatabase: boolean;
}

export const startOver = ({ hasOwnDatabase }: Owner): string =>
  hasOwnDatabase ? 'set DATA_DIR to a new folder and DATABASE_URL to an empty database' : 'npm start -- --reset';

function parse(text: string, file: string, owner: Owner): Installation {
  try {
    return Installation.parse(JSON.parse(text));
  } catch (cause) {
    const why = `new keys would sign everyone out. Restore it, or start over: ${startOver(owner)}`;
    throw new Error(`${file} is damaged; ${why}`, { cause });
  }
}

/** Reads the installation of a data folder, or creates it with mode 0600. */
export function openInstallation(dataDir: string, owner: Owner = { hasOwnDatabase: false }): Installation {
  const file = join(dataDir, FILE);
  if (existsSync(file)) {
    chmodSync(file, 0o600);
    return parse(readFileSync(file, 'utf8'), file, owner);
  }
  const installation: Installation = { appSecret: newKey(), identitySecret: newKey(), instanceId: newId() };
  writeFileSync(`${file}.new`, `${JSON.stringify(installation, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return installation;
}

/** A reset deletes these names only, never other files in the folder. */
export const DATA_PARTS = {
  pages: 'pages',
  postgres: 'postgres',
  redis: 'redis',
  sandbox: 'sandbox',
  storage: 'storage',
  logs: 'logs',
} as const;

export async function resetInstallation(dataDir: string): Promise<void> {
  await removePostgresData(join(dataDir, DATA_PARTS.postgres));
  for (const name of [...Object.values(DATA_PARTS), FILE, ENVIRONMENT_FILE]) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

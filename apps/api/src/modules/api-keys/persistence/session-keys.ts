import type { EntityManager } from 'typeorm';
import { changed } from '../../../platform/database/rows.js';

const REVOKE = `
update api_keys set revoked_at = now() where session_id = $1 and created_at >= $2 and revoked_at is null`;

/**
 * Revokes the keys that were made in a session from `since` on; returns how many. Mark the session as ended by an earlier
 * statement of `tx`: none is made in it then.
 */
export const revokeKeysOfSession = (tx: EntityManager, sessionId: string, since: Date): Promise<number> =>
  changed(tx, REVOKE, [sessionId, since]);

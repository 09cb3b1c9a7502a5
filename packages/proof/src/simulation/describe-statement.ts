const WRITES = /(?:insert\s+into|delete\s+from|(?<!key\s)(?<!do\s)update)\s+([a-z_]+)/gi;
// Excludes `extract(epoch from column - now())`.
const READS = /\bfrom\s+([a-z_]+)\b(?!\s*[-.(])/i;
const TRANSACTION = /^(start transaction|commit|rollback)/i;
const ADVISORY = /pg_(try_)?advisory_(xact_)?lock/i;
const LEASE = /^(insert into|update|delete from) leases/i;
const LOCK = /for (no key )?update/i;

/** Names a statement by the tables that it writes, locks or reads, so that a reworded statement keeps its name. */
export function describeStatement(sql: string): string {
  // TypeORM quotes names.
  const text = sql.trim().replaceAll('"', '');
  const transaction = TRANSACTION.exec(text);
  if (transaction) return { s: 'begin', c: 'commit', r: 'rollback' }[text.charAt(0).toLowerCase()] ?? text;
  if (ADVISORY.test(text)) return 'lock the sweep';
  const lease = LEASE.exec(text)?.[1]?.charAt(0).toLowerCase();
  if (lease) return `${{ i: 'acquire', u: 'renew', d: 'release' }[lease]} the lease`;
  const written = [...new Set([...text.matchAll(WRITES)].map(([, table]) => table?.toLowerCase()))];
  if (written.length > 0) return `write ${written.join(', ')}`;
  const table = READS.exec(text)?.[1] ?? 'nothing';
  return LOCK.test(text) ? `lock ${table}` : `read ${table}`;
}

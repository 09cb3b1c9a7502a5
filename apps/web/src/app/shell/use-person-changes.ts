import { useState } from 'react';
import { useUser } from '../../api/auth/use-session';

/** How often somebody has signed in after somebody else. */
export function usePersonChanges(): number {
  const id = useUser()?.id ?? null;
  const [last, setLast] = useState({ id, changes: 0 });
  if (id === null || id === last.id) return last.changes;
  const changes = last.id === null ? last.changes : last.changes + 1;
  setLast({ id, changes });
  return changes;
}

import { useSyncExternalStore } from 'react';
import type { ApiError } from '../../../api/client/api-error';
import type { ArchiveProgress } from '../../../api/downloads/download-archive';
import { useUser } from '../../../api/auth/use-session';

export interface Wanted {
  /** Whose images they are: somebody else may sign in meanwhile. */
  owner: string;
  ids: readonly string[];
}

/** A ZIP of images on its way to the person. */
export type ArchiveJob = Wanted &
  (
    | ({ step: 'packing' } & ArchiveProgress)
    /** Another export of the same person runs: one at a time. */
    | { step: 'waiting' }
    /** The browser has its address, and has not begun yet. */
    | { step: 'handing' }
    /** The browser downloads it by itself. */
    | { step: 'handed' }
    | ({ step: 'saved' } & ArchiveProgress)
    | { step: 'cancelled' }
    | { step: 'failed'; error: ApiError }
  );

export const isCancellable = (one: ArchiveJob | null): boolean => one?.step === 'packing' || one?.step === 'waiting';
export const isUnderWay = (one: ArchiveJob | null): boolean => isCancellable(one) || one?.step === 'handing';

// One for the whole tab: it goes on while somebody turns pages or looks at something else.
let job: ArchiveJob | null = null;
const watchers = new Set<() => void>();

export const archiveJob = (): ArchiveJob | null => job;

export function setArchiveJob(next: ArchiveJob | null): void {
  job = next;
  watchers.forEach((changed) => changed());
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** The archive that this person's browser is making, and what became of it until somebody has closed it. */
export function useOwnArchive(): ArchiveJob | null {
  const owner = useUser()?.id ?? null;
  const current = useSyncExternalStore(watch, archiveJob, archiveJob);
  return current?.owner === owner ? current : null;
}

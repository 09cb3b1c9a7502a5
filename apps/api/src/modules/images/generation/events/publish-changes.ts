import type { UserEvents } from '../../../../platform/events/user-events.js';

interface Changes {
  generationIds: Iterable<string>;
  /** Credits were held, returned or charged. */
  movedCredits: boolean;
}

/** Called after the commit, so that readers see the new state. */
export function publishChanges(events: UserEvents, userId: string, { generationIds, movedCredits }: Changes): void {
  for (const id of generationIds) events.publish(userId, { name: 'generation_changed', data: { generation_id: id } });
  if (movedCredits) events.publish(userId, { name: 'quota', data: {} });
}

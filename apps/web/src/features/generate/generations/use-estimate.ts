import type { Generation } from '@app/contracts';
import { useGenerationQuery } from '../../../api/endpoints/generations';
import { useSecondsLeft } from '../../../shared/hooks/use-seconds-left';

/** Seconds until an open generation should be done, counting down from what was heard last; null = nobody knows. */
export function useEstimate({ id, queue }: Generation): number | null {
  const { fulfilledTimeStamp } = useGenerationQuery(id);
  const doneAt = queue && fulfilledTimeStamp ? fulfilledTimeStamp + queue.estimated_seconds * 1000 : null;
  return useSecondsLeft(doneAt);
}

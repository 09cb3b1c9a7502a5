import type { Model } from '@app/contracts';
import { useEffect, useState } from 'react';
import { useModels } from './use-models';

/** `back`: it was down while this model was chosen, takes requests again, and was not asked for anything since. */
export type EngineNews = 'down' | 'back' | null;

/** What is to be told about the engine of the chosen model. `sending`: a request to it is on its way. */
export function useEngineNews(model: Model, sending: boolean): EngineNews {
  const down = useModels().isDown(model);
  const [seenDown, setSeenDown] = useState<Model | null>(null);
  useEffect(() => {
    if (down) setSeenDown(model);
    else setSeenDown((before) => (before === model && !sending ? before : null));
  }, [model, down, sending]);
  if (down) return 'down';
  return seenDown === model ? 'back' : null;
}

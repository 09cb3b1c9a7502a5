import type { Model } from '@app/contracts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useModels } from '../engine/use-models';

type Understand = (typeof import('@app/studio/words'))['understand'];
type Words = ReturnType<Understand>['words'];

/** Words of a prompt that the embedded engine acts on; null for other engines, and until its vocabulary is loaded. */
export function useUnderstood(model: Model, prompt: string, negativePrompt: string): Words | null {
  const isEmbedded = useModels().offerOf(model)?.engine === 'studio';
  const [understand, setUnderstand] = useState<Understand | null>(null);
  useEffect(() => {
    if (!isEmbedded) return;
    // Without its vocabulary nothing is underlined, which hinders no one.
    import('@app/studio/words').then(
      (words) => setUnderstand(() => words.understand),
      () => undefined,
    );
  }, [isEmbedded]);
  const deferredPrompt = useDeferredValue(prompt);
  const deferredNegative = useDeferredValue(negativePrompt);
  return useMemo(
    () => (isEmbedded && understand ? understand(deferredPrompt, deferredNegative).words : null),
    [isEmbedded, understand, deferredPrompt, deferredNegative],
  );
}

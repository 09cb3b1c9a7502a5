import { useEffect } from 'react';
import { usePreferencesQuery } from '../../api/endpoints/users';
import { GenerationWatcher } from '../../features/generate/generations/generation-watcher';
import { setTimeZone } from '../../shared/time-zone';

export function SignedInEffects() {
  const { data: preferences } = usePreferencesQuery();
  const timeZone = preferences?.timezone ?? null;
  useEffect(() => {
    setTimeZone(timeZone);
    return () => setTimeZone(null);
  }, [timeZone]);
  return <GenerationWatcher />;
}

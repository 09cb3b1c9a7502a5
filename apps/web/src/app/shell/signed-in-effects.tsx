import { useEffect } from 'react';
import { usePreferencesQuery } from '../../api/endpoints/users';
import { useFreshAccount } from '../../features/credits/use-fresh-account';
import { GenerationWatcher } from '../../features/generate/generations/generation-watcher';
import { shownTimeZone } from '../../shared/time/device-time-zone';
import { loadNamespaces } from '../../shared/i18n/i18n';
import { useLocale } from '../../shared/i18n/locale-context';
import { setTimeZone } from '../../shared/time/time-zone';

export function SignedInEffects() {
  const { data: preferences } = usePreferencesQuery();
  const locale = useLocale();
  const timeZone = preferences ? shownTimeZone(preferences.timezone) : null;
  useEffect(() => {
    setTimeZone(timeZone);
    return () => setTimeZone(null);
  }, [timeZone]);
  useEffect(() => {
    // Signed in by another tab, on a page that was opened without a session.
    loadNamespaces(locale, ['errors']).catch(() => undefined);
  }, [locale]);
  useFreshAccount();
  return <GenerationWatcher />;
}

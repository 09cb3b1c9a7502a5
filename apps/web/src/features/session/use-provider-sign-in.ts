import type { OAuthProvider } from '@app/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useStartSignInMutation } from '../../api/endpoints/auth';
import { rememberMethod } from './last-method';

/** If the provider's page has not taken over by then, the buttons come back. */
const GIVE_UP_MS = 10_000;

/** For tests, which have no navigation. */
export const leave = { to: (address: string): void => window.location.assign(address) };

/**
 * Sends the browser to a provider. `leaving` names the chosen one until the browser is gone, and becomes null again when
 * the person comes back by the browser's back button or nothing happens.
 */
export function useProviderSignIn(redirect: string) {
  const [start, { error, reset }] = useStartSignInMutation();
  const [leaving, setLeaving] = useState<OAuthProvider | null>(null);

  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) setLeaving(null);
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  useEffect(() => {
    if (leaving === null) return undefined;
    const timer = setTimeout(() => setLeaving(null), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [leaving]);

  const choose = useCallback(
    async (provider: OAuthProvider) => {
      reset();
      setLeaving(provider);
      const answer = await start({ provider, redirect });
      if (answer.data === undefined) {
        setLeaving(null);
        return;
      }
      rememberMethod(provider);
      leave.to(answer.data.auth_url);
    },
    [redirect, reset, start],
  );
  return { choose, leaving, error };
}

import type { OAuthProvider } from '@app/contracts';
import { useCallback } from 'react';
import { useStartSignInMutation } from '../../api/endpoints/auth';
import { useLeaving } from '../../shared/browser/use-leaving';
import { rememberMethod } from './last-method';
import { rememberTarget } from './sign-in-target';

/**
 * Sends the browser to a provider. `leaving` names the chosen one until the browser is gone, and becomes null again when
 * the person comes back by the browser's back button or nothing happens.
 */
export function useProviderSignIn(redirect: string) {
  const [start, { error, reset }] = useStartSignInMutation();
  const [leaving, setLeaving, leaveTo] = useLeaving<OAuthProvider>();

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
      rememberTarget(redirect);
      leaveTo(answer.data.auth_url);
    },
    [leaveTo, redirect, reset, setLeaving, start],
  );
  return { choose, leaving, error };
}

import type { OAuthProvider } from '@app/contracts';
import { useCallback, useState } from 'react';
import { useStartSignInMutation } from '../../api/endpoints/auth';
import { useComeBack } from '../../shared/hooks/use-come-back';
import { leave } from '../../shared/leave';
import { rememberMethod } from './last-method';

/**
 * Sends the browser to a provider. `leaving` names the chosen one until the browser is gone, and becomes null again when
 * the person comes back by the browser's back button or nothing happens.
 */
export function useProviderSignIn(redirect: string) {
  const [start, { error, reset }] = useStartSignInMutation();
  const [leaving, setLeaving] = useState<OAuthProvider | null>(null);

  useComeBack(
    leaving !== null,
    useCallback(() => setLeaving(null), []),
  );

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

import { isOAuthProvider, type Answer, type OAuthProvider, type PreferenceLanguage } from '@app/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError, ApiFailure } from '../../api/client/api-error';
import { authApi } from '../../api/endpoints/auth';
import { adoptTokens, loadProfile } from '../../api/auth/session';
import { useAppDispatch, type AppDispatch } from '../../entities/app-state';
import { LANGUAGES } from '../../config/languages';
import { nearestTimezone } from '../../shared/time/device-time-zone';
import { analytics } from '../../shared/analytics/analytics';
import { useLocale } from '../../shared/i18n/locale-context';
import type { ProviderReturn } from './address-secrets';

export type CallbackFailure =
  /** The person said no at the provider. */
  | 'denied'
  /** Opened without a code. */
  | 'noCredentials'
  /** The code or the sign-in has expired, was used, or belongs to another browser. */
  | 'expired'
  | 'network'
  | 'failed';

export type CallbackStep = 'exchange' | 'profile' | 'done';

export interface CallbackState {
  step: CallbackStep;
  failure: CallbackFailure | null;
}

type Exchange = Answer<'auth.callback'>;

// A code works once. React runs effects twice in development, and pages can mount again: all share one exchange a code.
const exchanges = new Map<string, Promise<Exchange>>();

function exchange(
  dispatch: AppDispatch,
  { code, state }: ProviderReturn,
  language: PreferenceLanguage,
): Promise<Exchange> {
  const provider = providerOf(state);
  if (code === null || state === null || provider === null) {
    return Promise.reject(new Error('The provider returned no code'));
  }
  const known = exchanges.get(code);
  if (known) return known;
  const body = { code, state, language, timezone: nearestTimezone() };
  const started = dispatch(authApi.endpoints.finishSignIn.initiate({ provider, body }))
    .unwrap()
    .then((answer) => {
      dispatch(adoptTokens(answer));
      analytics.event('login', { method: provider });
      return answer;
    })
    .catch((error: unknown) => {
      // Nobody knows whether the code arrived: it may be tried again.
      if (failureOf(error) === 'network') exchanges.delete(code);
      throw isApiError(error) ? new ApiFailure(error) : error;
    });
  exchanges.set(code, started);
  return started;
}

/** The state begins with the provider's name. */
function providerOf(state: string | null): OAuthProvider | null {
  const name = state?.split('.')[0];
  return isOAuthProvider(name) ? name : null;
}

function failureOf(error: unknown): CallbackFailure {
  const failure = error instanceof ApiFailure ? error.error : error;
  if (!isApiError(failure)) return 'failed';
  if (failure.status === 0) return 'network';
  const expired = failure.code === 'OAUTH_STATE_INVALID' || failure.code === 'OAUTH_CODE_REFUSED';
  return expired ? 'expired' : 'failed';
}

/** What is wrong before anything was asked. */
function failureBefore({ code, state, error }: ProviderReturn): CallbackFailure | null {
  if (error === 'access_denied') return 'denied';
  if (error !== null) return 'failed';
  return code === null || providerOf(state) === null ? 'noCredentials' : null;
}

/**
 * Completes a sign-in: code for tokens, then the profile. `retry` repeats what failed: the profile with the tokens that
 * are stored already, or the exchange if it never got an answer.
 * @param onDone called with the validated path of our own to go on to
 */
export function useSignInCallback(returned: ProviderReturn, onDone: (redirect: string) => void) {
  const dispatch = useAppDispatch();
  const locale = useLocale();
  const [state, setState] = useState<CallbackState>({ step: 'exchange', failure: failureBefore(returned) });
  const finished = useRef(false);

  const run = useCallback(async () => {
    let step: CallbackStep = 'exchange';
    try {
      const answer = await exchange(dispatch, returned, LANGUAGES[locale].regional);
      step = 'profile';
      setState({ step, failure: null });
      await dispatch(loadProfile({ force: true }));
      setState({ step: 'done', failure: null });
      if (!finished.current) onDone(answer.redirect);
      finished.current = true;
    } catch (error) {
      setState({ step, failure: failureOf(error) });
    }
  }, [dispatch, locale, onDone, returned]);

  useEffect(() => {
    if (failureBefore(returned) === null) void run();
  }, [run, returned]);

  const retry = useCallback(() => {
    setState((previous) => ({ ...previous, failure: null }));
    void run();
  }, [run]);
  return { ...state, retry };
}

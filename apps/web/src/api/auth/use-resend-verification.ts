import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { isApiError } from '../client/api-error';
import type { ApiDispatch } from '../client/api-state';
import { useResendVerificationMutation } from '../endpoints/auth';
import { loadProfile } from './session';

/** Asks for another link; the profile is read again where the address turns out to be confirmed already. */
export function useResendVerification() {
  const dispatch = useDispatch<ApiDispatch>();
  const [send, { isLoading, isSuccess }] = useResendVerificationMutation();
  const resend = useCallback(async () => {
    const { error } = await send();
    if (isApiError(error) && error.code === 'EMAIL_ALREADY_VERIFIED')
      await dispatch(loadProfile({ force: true })).catch(() => undefined);
  }, [send, dispatch]);
  return { resend, isLoading, isSuccess };
}

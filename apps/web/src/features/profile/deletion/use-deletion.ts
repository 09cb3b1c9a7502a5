import { useTranslation } from 'react-i18next';
import { closeSession } from '../../../api/auth/session';
import { useAppDispatch } from '../../../entities/app-state';
import { useDeleteAccountMutation } from '../../../api/endpoints/users';
import { showToast } from '../../../shared/toasts';

const GOODBYE_MS = 10_000;

/** Deletes the account, and with it the session of this browser. */
export function useDeletion() {
  const { t } = useTranslation('profile');
  const dispatch = useAppDispatch();
  const [remove, { isLoading, error, reset }] = useDeleteAccountMutation();
  const run = async () => {
    const answer = await remove();
    if (answer.error) return;
    showToast({ kind: 'success', key: 'goodbye', text: t('deletion.goodbye'), duration: GOODBYE_MS });
    dispatch(closeSession('signed-out'));
  };
  return { busy: isLoading, error, run, forget: reset };
}

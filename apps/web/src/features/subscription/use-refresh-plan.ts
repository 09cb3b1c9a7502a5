import { useCallback } from 'react';
import { loadProfile } from '../../api/auth/session';
import { baseApi, PLAN_TAGS } from '../../api/client/base-api';
import { useAppDispatch } from '../../entities/app-state';

/** Reads plan and credits again, after money has moved or a plan was changed. */
export function useRefreshPlan(): () => Promise<void> {
  const dispatch = useAppDispatch();
  return useCallback(async () => {
    dispatch(baseApi.util.invalidateTags([...PLAN_TAGS]));
    // What was done stands, whether or not the profile can be read now.
    await dispatch(loadProfile({ force: true })).catch(() => undefined);
  }, [dispatch]);
}

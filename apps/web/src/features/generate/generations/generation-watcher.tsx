import { useEffect } from 'react';
import { followGenerations } from '../../../entities/generation/generation-events';
import { useQuotaQuery } from '../../../api/endpoints/quota';
import { useUser } from '../../../api/auth/use-session';
import { useAppDispatch, useAppSelector } from '../../../entities/app-state';
import { useCompletionNotification } from './use-completion-notification';
import { useFailureReports } from './use-failure-reports';

/** Follows running generations on every page; connects only while there are some. */
export function GenerationWatcher() {
  const dispatch = useAppDispatch();
  const signedIn = useUser() !== null;
  const { data: quota } = useQuotaQuery(undefined, { skip: !signedIn });
  const known = useAppSelector((state) => state.generationJobs.open.length > 0);
  const listening = signedIn && (known || (quota?.inFlight ?? 0) > 0);
  useEffect(() => (listening ? dispatch(followGenerations()) : undefined), [listening, dispatch]);
  useCompletionNotification();
  useFailureReports();
  return null;
}

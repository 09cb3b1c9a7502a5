import { useEffect } from 'react';
import { followWork } from '../../../api/follow-work';
import { useQuotaQuery } from '../../../api/endpoints/quota';
import { useUser } from '../../../api/auth/use-session';
import { useAppDispatch, useAppSelector } from '../../../api/state';
import { useFinishNotice } from './use-finish-notice';

/** Keeps an ear on running work wherever the person is; listens only while there is some. */
export function WorkWatcher() {
  const dispatch = useAppDispatch();
  const signedIn = useUser() !== null;
  const { data: quota } = useQuotaQuery(undefined, { skip: !signedIn });
  const known = useAppSelector((state) => state.work.open.length > 0);
  const listening = signedIn && (known || (quota?.inFlight ?? 0) > 0);
  useEffect(() => (listening ? dispatch(followWork()) : undefined), [listening, dispatch]);
  useFinishNotice();
  return null;
}

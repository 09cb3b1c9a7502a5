import { isFinished } from '@app/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { generationsApi } from '../../../api/endpoints/generations';
import { isCancelled } from '../../../entities/generation/generation-status';
import { useAppDispatch, useAppSelector } from '../../../entities/app-state';
import { notify } from './notifications';
import { isOfThisTab } from './use-recent-generations';

/** Tells people who look at something else how what they asked for in this tab ended, if they wish to be told. */
export function useCompletionNotification(): void {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const open = useAppSelector(({ generationJobs }) => generationJobs.open);
  const before = useRef(open);
  useEffect(() => {
    const ended = before.current.filter((id) => isOfThisTab(id) && !open.includes(id));
    before.current = open;
    const tell = async (id: string) => {
      const { data } = await dispatch(generationsApi.endpoints.generation.initiate(id, { subscribe: false }));
      if (!data || !isFinished(data) || isCancelled(data)) return;
      const title = t(data.status === 'completed' ? 'notice.done' : 'notice.failed');
      notify({ title, body: data.prompt, tag: id });
    };
    for (const id of ended) void tell(id);
  }, [open, dispatch, t]);
}

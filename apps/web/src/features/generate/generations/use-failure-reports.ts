import { useEffect, useRef } from 'react';
import { generationsApi } from '../../../api/endpoints/generations';
import { useAppDispatch, useAppSelector } from '../../../entities/app-state';
import type { PollingError } from '../../../entities/generation/generation-jobs';
import { isCancelled } from '../../../entities/generation/generation-status';
import { analytics } from '../../../shared/analytics/analytics';
import { isOfThisTab } from './use-recent-generations';

const report = (reason: string): void =>
  analytics.event('exception', { description: `generation: ${reason}`, fatal: false });

const POLLING_REASONS: Record<PollingError, string> = { timeout: 'TIMEOUT', 'check-failed': 'CHECK_FAILED' };

/** Reports what goes wrong with the generations of this tab: other tabs are told of them too, and report none of them. */
export function useFailureReports(): void {
  const dispatch = useAppDispatch();
  const open = useAppSelector(({ generationJobs }) => generationJobs.open);
  const pollingErrors = useAppSelector(({ generationJobs }) => generationJobs.pollingErrors);
  const before = useRef({ open, pollingErrors });
  useEffect(() => {
    const ended = before.current.open.filter((id) => isOfThisTab(id) && !open.includes(id));
    const failing = Object.entries(pollingErrors).filter(
      ([id, error]) => isOfThisTab(id) && before.current.pollingErrors[id] !== error,
    );
    before.current = { open, pollingErrors };
    for (const [, error] of failing) report(POLLING_REASONS[error]);
    const reportIfFailed = async (id: string) => {
      const { data } = await dispatch(generationsApi.endpoints.generation.initiate(id, { subscribe: false }));
      if (data?.status === 'failed' && !isCancelled(data)) report(data.error_code ?? 'UNKNOWN');
    };
    for (const id of ended) void reportIfFailed(id);
  }, [open, pollingErrors, dispatch]);
}

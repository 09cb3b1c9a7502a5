import type { WebhookDelivery } from '@app/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../api/client/error-text';
import {
  useReplayWebhookDeliveryMutation,
  useWebhookDeliveriesQuery,
  useWebhookEndpointsQuery,
} from '../../../api/endpoints/webhook-endpoints';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { Badge } from '../../../shared/ui/feedback/badge';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../../shared/ui/feedback/skeleton';
import { Pagination } from '../../../shared/ui/navigation/pagination';
import { useEventName } from './use-event-name';

/** Deliveries come about while one looks. */
const POLL_MS = 5_000;
const TONES = { pending: 'amber', delivered: 'ok', failed: 'danger' } as const satisfies Record<
  WebhookDelivery['status'],
  string
>;
const TIME = { dateStyle: 'medium', timeStyle: 'medium' } as const;

export function DeliveryLog({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation('developers');
  const locale = useLocale();
  const [page, setPage] = useState(1);
  const { data, currentData, error, isLoading, isFetching, refetch } = useWebhookDeliveriesQuery(
    { id: endpointId, page },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true },
  );
  const { refetch: refetchEndpoints } = useWebhookEndpointsQuery();
  const failed = data?.data.flatMap(({ id, status }) => (status === 'failed' ? id : [])).join(' ');
  useEffect(() => {
    // An address is switched off where its deliveries fail.
    if (failed) void refetchEndpoints();
  }, [failed, refetchEndpoints]);
  return (
    <>
      {error && !currentData ? (
        <ErrorState text={errorText(error, locale)} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Loading active={isLoading} placeholder={<Skeleton className="h-32 w-full rounded-sheet" />}>
          {data?.data.length === 0 ? (
            <p className="rounded-control border border-line px-4 py-5 text-sm text-ink-3">
              {t('webhooks.noDeliveries')}
            </p>
          ) : (
            <ul className="tabular divide-y divide-line rounded-control border border-line bg-surface px-4">
              {data?.data.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} endpointId={endpointId} />
              ))}
            </ul>
          )}
        </Loading>
      )}
      {data ? <Pagination page={page} pages={Math.ceil(data.total / data.limit)} onChange={setPage} /> : null}
    </>
  );
}

function Delivery({ delivery, endpointId }: { delivery: WebhookDelivery; endpointId: string }) {
  const { t } = useTranslation('developers');
  const formatDate = useFormatDate();
  const eventName = useEventName();
  const [replay, { isLoading }] = useReplayWebhookDeliveryMutation();
  const { id, event, event_id, status, attempts, last_status, last_failure, next_attempt_at, created_at } = delivery;
  const answer =
    attempts === 0
      ? null
      : last_status === null
        ? t(`webhooks.noAnswer.${last_failure ?? 'connection'}`)
        : t('webhooks.answer', { status: last_status });
  const facts = [
    formatDate(created_at, TIME),
    t('webhooks.attempts', { count: attempts }),
    answer,
    next_attempt_at === null ? null : t('webhooks.next', { date: formatDate(next_attempt_at, TIME) }),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <span className="grid min-w-44 flex-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="text-sm font-semibold">{eventName(event)}</span>
          <Badge tone={TONES[status]}>{t(`webhooks.status.${status}`)}</Badge>
        </span>
        <span className="text-sm text-ink-3">{facts.filter(Boolean).join(' · ')}</span>
        <span className="text-xs text-ink-3">{event_id}</span>
      </span>
      <Button
        variant="ghost"
        busy={isLoading}
        aria-label={t('webhooks.replayNamed', { event: event_id })}
        onClick={() => void replay({ id: endpointId, delivery_id: id })}
      >
        {t('webhooks.replay')}
      </Button>
    </li>
  );
}

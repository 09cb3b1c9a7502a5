import type { Batch, BatchRowStatus, BatchStatus } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../shared/ui/feedback/badge';

const TONES = { running: 'amber', paused: 'info', completed: 'ok', stopped: 'plain' } as const satisfies Record<
  BatchStatus,
  string
>;
const ROW_TONES = {
  waiting: 'plain',
  pending: 'info',
  processing: 'amber',
  completed: 'ok',
  failed: 'danger',
  cancelled: 'plain',
} as const satisfies Record<BatchRowStatus, string>;

export function BatchBadge({ batch: { status } }: { batch: Batch }) {
  const { t } = useTranslation('batch');
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>;
}

export function RowBadge({ status }: { status: BatchRowStatus }) {
  const { t } = useTranslation('batch');
  return <Badge tone={ROW_TONES[status]}>{t(`rowStatus.${status}`)}</Badge>;
}

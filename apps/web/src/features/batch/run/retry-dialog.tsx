import type { Answer, BatchWithRows } from '@app/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { errorProps } from '../../../api/client/error-text';
import { useBatchCheckQuery, useRetryBatchMutation } from '../../../api/endpoints/batches';
import { formatCredits } from '../../../shared/format/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { askedRow } from '../rows/row';
import { IntentFailure } from '../start/intent-failure';
import { useIntent } from '../start/use-intent';
import { retriableRows } from './batch-status';

/** The rows that were not made, as a new batch at the prices of now. */
export function RetryDialog({ batch, onClose }: { batch: BatchWithRows; onClose: () => void }) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const navigate = useNavigate();
  const to = useAddress();
  const rows = useMemo(() => retriableRows(batch).map(askedRow), [batch]);
  const check = useBatchCheckQuery(rows, { refetchOnMountOrArgChange: true });
  const [retry] = useRetryBatchMutation();
  const intent = useIntent<BatchWithRows>(
    (key) => retry({ id: batch.id, key }),
    ({ id }, isHere) => {
      if (isHere) void navigate(to('batch', { params: { id } }));
    },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      busy={intent.sending}
      title={t('retry.title')}
      description={t('retry.text')}
      actions={
        <>
          <Button onClick={onClose} disabled={intent.sending}>
            {t('retry.no')}
          </Button>
          <Button
            variant="primary"
            busy={intent.sending}
            disabled={!check.currentData}
            onClick={() => void intent.submit(`retry:${batch.id}`)}
          >
            {t('retry.yes', { count: rows.length })}
          </Button>
        </>
      }
    >
      <RetryPrice price={check.currentData} count={rows.length} isUnknown={check.isError} />
      {intent.failure ? (
        <IntentFailure failure={intent.failure} />
      ) : check.error ? (
        <ErrorState
          inCard
          {...errorProps(check.error, locale)}
          retrying={check.isFetching}
          onRetry={() => void check.refetch()}
        />
      ) : null}
    </Dialog>
  );
}

interface RetryPriceProps {
  price: Answer<'batches.check'> | undefined;
  count: number;
  isUnknown: boolean;
}

function RetryPrice({ price, count, isUnknown }: RetryPriceProps) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const credits = (amount: number) => formatCredits(amount, locale);
  const checking = isUnknown ? null : t('start.checking');
  return (
    <p role="status" className="tabular font-semibold">
      {price
        ? t('retry.price', { count, credits: credits(price.total_credits), have: credits(price.available_credits) })
        : checking}
    </p>
  );
}

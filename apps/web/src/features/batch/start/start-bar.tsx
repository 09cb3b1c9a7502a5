import { BATCH_NAME_MAX, type Batch, type Body } from '@app/contracts';
import { Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { errorText } from '../../../api/client/error-text';
import { useStartBatchMutation } from '../../../api/endpoints/batches';
import { formatCredits } from '../../../shared/format/format';
import { useOnline } from '../../../shared/browser/use-online';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { PricedLabel } from '../../../shared/ui/actions/priced-label';
import { TextField } from '../../../shared/ui/forms/text-field';
import type { CheckedRows } from '../rows/use-checked-rows';
import type { DraftHandle } from '../use-draft';
import { IntentFailure } from './intent-failure';
import { useIntent } from './use-intent';

interface StartBarProps {
  handle: DraftHandle;
  checked: CheckedRows;
  limit: number;
  /** Another batch runs. */
  isBlocked: boolean;
  onStarted: (batch: Batch, isHere: boolean) => void;
}

/** Total, what of it is affordable, and the button; on a phone it stays at the lower edge. */
export function StartBar({ handle, checked, limit, isBlocked, onStarted }: StartBarProps) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const isOnline = useOnline();
  const [start] = useStartBatchMutation();
  // Rows without faults have the shape of the call, which the check has confirmed.
  const body = { name: handle.draft.name.trim() || null, rows: checked.requested } as Body<'batches.start'>;
  const intent = useIntent<Batch>((key) => start({ body, key }), onStarted);
  const { length } = checked.rows;
  // Those that the total is the price of.
  const sound = checked.rows.filter(({ faults }) => faults.length === 0).length;
  const total = formatCredits(checked.total, locale);
  const reason = useReason(checked, { isBlocked, isOffline: !isOnline, isTooLong: length > limit });
  return (
    <>
      <TextField
        label={t('start.name')}
        placeholder={t('start.namePlaceholder')}
        maxLength={BATCH_NAME_MAX}
        value={handle.draft.name}
        onChange={(event) => handle.change({ name: event.target.value })}
      />
      <div className="z-10 -mx-(--gutter) grid gap-2 border-line bg-bg px-(--gutter) max-lg:sticky max-lg:bottom-0 max-lg:border-t max-lg:py-3 lg:mx-0 lg:px-0">
        <Afford checked={checked} />
        {intent.failure ? <IntentFailure failure={intent.failure} /> : null}
        <Button
          variant="primary"
          size="lg"
          busy={intent.sending}
          disabled={reason !== null || checked.isChecking}
          icon={<Layers aria-hidden="true" className="size-5" />}
          onClick={() => void intent.submit(`start:${JSON.stringify(body)}`)}
        >
          <PricedLabel action={t('start.action', { count: sound })} price={t('credits', { credits: total })} />
        </Button>
        <p role="status" className="text-sm text-ink-2">
          {reason ?? (checked.isChecking ? t('start.checking') : t('start.held'))}
        </p>
        {checked.checkError ? (
          <p className="flex flex-wrap items-center gap-2 text-sm text-danger-text">
            {errorText(checked.checkError, locale)}
            <Button variant="ghost" onClick={checked.recheck}>
              {t('start.recheck')}
            </Button>
          </p>
        ) : null}
      </div>
    </>
  );
}

/** Why it cannot be started now. */
function useReason(
  checked: CheckedRows,
  { isBlocked, isOffline, isTooLong }: Record<'isBlocked' | 'isOffline' | 'isTooLong', boolean>,
): string | null {
  const { t } = useTranslation('batch');
  if (isOffline) return t('start.offline');
  if (isTooLong) return t('start.tooLong');
  const faulty = checked.rows.filter(({ faults }) => faults.length > 0).length;
  if (faulty > 0) return t('start.faulty', { count: faulty });
  return isBlocked ? t('running.one') : null;
}

function Afford({ checked: { rows, total, available, affordable } }: { checked: CheckedRows }) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const to = useAddress();
  if (available === undefined) return null;
  const have = formatCredits(available, locale);
  if (affordable >= rows.length) {
    return (
      <p className="tabular text-sm text-ink-3">
        {t('start.enough', { have, left: formatCredits(Math.max(available - total, 0), locale) })}
      </p>
    );
  }
  return (
    <p className="tabular text-sm text-amber-text">
      {affordable === 0 ? t('start.none', { count: available, have }) : t('start.some', { have, count: affordable })}{' '}
      <Link to={to('pricing')} className="underline underline-offset-4">
        {t('seePlans')}
      </Link>
    </p>
  );
}

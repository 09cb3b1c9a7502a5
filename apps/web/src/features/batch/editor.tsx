import type { Batch } from '@app/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useUser } from '../../api/auth/use-session';
import { useAddress } from '../../shared/i18n/locale-context';
import { Button } from '../../shared/ui/actions/button';
import { EmptyState } from '../../shared/ui/feedback/empty-state';
import { removeSent } from './draft';
import { InputCard } from './input/input-card';
import { useReplaceText } from './input/use-replace-text';
import { imageLimitOf } from './row-limit';
import { RowList } from './rows/row-list';
import { SharedSettings } from './rows/shared-settings';
import { useCheckedRows } from './rows/use-checked-rows';
import { RunningNote } from './start/running-note';
import { StartBar } from './start/start-bar';
import { useDraft } from './use-draft';

interface EditorProps {
  /** Rows that the plan allows. */
  limit: number;
  running: Batch | undefined;
}

/** Prompts on the left become rows on the right, each with its price and its faults. */
export function Editor({ limit, running }: EditorProps) {
  const { t } = useTranslation('batch');
  const navigate = useNavigate();
  const to = useAddress();
  const handle = useDraft();
  const replaceText = useReplaceText();
  const { draft } = handle;
  const maxCount = imageLimitOf(useUser());
  const empty = useFocusOnceEmptied(draft.rows.length === 0);
  const checked = useCheckedRows(draft.rows, draft.shared, maxCount);
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,416px)_minmax(0,1fr)] lg:gap-8">
      <div className="grid min-w-0 content-start gap-4">
        <RunningNote running={running} />
        <InputCard handle={handle} room={limit - draft.rows.length} limit={limit} />
        <SharedSettings shared={draft.shared} maxCount={maxCount} onChange={handle.changeShared} />
      </div>
      <div className="grid min-w-0 content-start gap-4">
        {draft.rows.length === 0 ? (
          <section ref={empty} tabIndex={-1} aria-label={t('rows.label')}>
            <EmptyState
              title={t('rows.empty')}
              text={t('rows.emptyText')}
              action={<Button onClick={() => replaceText('template', t('example'))}>{t('rows.example')}</Button>}
            />
          </section>
        ) : (
          <>
            <RowList handle={handle} checked={checked} limit={limit} maxCount={maxCount} />
            <StartBar
              handle={handle}
              checked={checked}
              limit={limit}
              isBlocked={running !== undefined}
              onStarted={({ id }, isHere) => {
                // The draft of the press; it may have changed since, and the page may have been left.
                removeSent(draft);
                if (isHere) void navigate(to('batch', { params: { id } }));
              }}
            />
          </>
        )}
      </div>
    </div>
  );
}

/** What stands in the place of the rows has the focus once the last one is gone, and with it the button that had it. */
function useFocusOnceEmptied(isEmpty: boolean) {
  const place = useRef<HTMLElement>(null);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body) place.current?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  return place;
}

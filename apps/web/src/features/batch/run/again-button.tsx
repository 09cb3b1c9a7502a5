import type { BatchWithRows } from '@app/contracts';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAddress } from '../../../shared/i18n/locale-context';
import { showUndo } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { EMPTY_DRAFT, draftOfRows, readDraft, updateDraft, type Draft } from '../draft';
import { hasPrompt } from './batch-status';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether somebody would miss what they had begun. */
const isLost = (former: Draft, next: Draft): boolean =>
  !isSame(former, next) && !(former.rows.length === 0 && isSame(former.texts, EMPTY_DRAFT.texts));

/** Takes the rows of a batch into the editor. */
export function AgainButton({ batch }: { batch: BatchWithRows }) {
  const { t } = useTranslation('batch');
  const navigate = useNavigate();
  const to = useAddress();
  const rows = batch.rows.filter(hasPrompt);
  if (rows.length === 0) return null;
  return (
    <Button
      variant="ghost"
      icon={<Copy aria-hidden="true" className="size-4" />}
      onClick={() => {
        const former = readDraft();
        const next = draftOfRows(rows, batch.name);
        updateDraft(() => next);
        if (isLost(former, next)) {
          showUndo('batch-draft', t('actions.replaced'), { label: t('undo'), run: () => updateDraft(() => former) });
        }
        void navigate(to('batch'));
      }}
    >
      {t('actions.again')}
    </Button>
  );
}

import type { BatchWithRows } from '@app/contracts';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAddress } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { EMPTY_DRAFT, draftOfRows, readDraft, updateDraft, type Draft } from '../draft';
import { useUndoToast } from '../use-undo-toast';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether somebody would miss what they had begun. */
const isLost = (former: Draft, next: Draft): boolean =>
  !isSame(former, next) && !(former.rows.length === 0 && isSame(former.texts, EMPTY_DRAFT.texts));

/** Takes the rows of a batch into the editor. */
export function AgainButton({ batch }: { batch: BatchWithRows }) {
  const { t } = useTranslation('batch');
  const navigate = useNavigate();
  const to = useAddress();
  const showUndo = useUndoToast();
  return (
    <Button
      variant="ghost"
      icon={<Copy aria-hidden="true" className="size-4" />}
      onClick={() => {
        const former = readDraft();
        const next = draftOfRows(batch.rows, batch.name);
        updateDraft(() => next);
        if (isLost(former, next)) showUndo(t('actions.replaced'), () => updateDraft(() => former));
        void navigate(to('batch'));
      }}
    >
      {t('actions.again')}
    </Button>
  );
}

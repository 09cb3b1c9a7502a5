import type { BatchWithRows } from '@app/contracts';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAddress } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { draftOfRows, writeDraft } from '../draft';

/** Takes the rows of a batch into the editor. */
export function AgainButton({ batch }: { batch: BatchWithRows }) {
  const { t } = useTranslation('batch');
  const navigate = useNavigate();
  const to = useAddress();
  return (
    <Button
      variant="ghost"
      icon={<Copy aria-hidden="true" className="size-4" />}
      onClick={() => {
        writeDraft(draftOfRows(batch.rows, batch.name));
        void navigate(to('batch'));
      }}
    >
      {t('actions.again')}
    </Button>
  );
}

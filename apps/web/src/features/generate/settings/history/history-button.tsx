import { History } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromptHistoryEntry } from '../../../../api/endpoints/generations';
import { Button } from '../../../../shared/ui/actions/button';
import { usePreload } from '../../../../shared/loading/use-preload';
import { lazyPart } from '../../../../shared/loading/lazy-part';
import type { HistoryPanel } from './use-history-panel';

const loadHistory = () => import('./prompt-history').then((module) => module.PromptHistory);
const PromptHistory = lazyPart(loadHistory);

interface HistoryButtonProps {
  panel: HistoryPanel;
  onRecall: (entry: PromptHistoryEntry) => void;
  className?: string;
  iconClassName?: string;
}

export function HistoryButton({ panel, onRecall, className, iconClassName }: HistoryButtonProps) {
  const { t } = useTranslation('generate');
  usePreload(loadHistory);
  return (
    <>
      <Button
        variant="plain"
        className={className}
        aria-haspopup="listbox"
        aria-expanded={panel.open}
        onClick={({ currentTarget }) => (panel.open ? panel.close() : panel.openFrom(currentTarget))}
      >
        <History aria-hidden="true" className={iconClassName} />
        {t('history.label')}
      </Button>
      {panel.open ? (
        <Suspense>
          <PromptHistory
            onChoose={(entry) => {
              onRecall(entry);
              panel.toField();
            }}
            onCancel={panel.cancel}
          />
        </Suspense>
      ) : null}
    </>
  );
}

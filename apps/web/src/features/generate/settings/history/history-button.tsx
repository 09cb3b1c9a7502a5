import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PromptHistoryEntry } from '../../../../api/endpoints/generations';
import { Button } from '../../../../shared/ui/actions/button';
import { PromptHistory } from './prompt-history';
import type { HistoryPanel } from './use-history-panel';

interface HistoryButtonProps {
  panel: HistoryPanel;
  onRecall: (entry: PromptHistoryEntry) => void;
  className?: string;
}

export function HistoryButton({ panel, onRecall, className }: HistoryButtonProps) {
  const { t } = useTranslation('generate');
  return (
    <>
      <Button
        variant="plain"
        className={className}
        aria-haspopup="listbox"
        aria-expanded={panel.open}
        onClick={({ currentTarget }) => (panel.open ? panel.close() : panel.openFrom(currentTarget))}
      >
        <History aria-hidden="true" className="size-4" />
        {t('history.label')}
      </Button>
      {panel.open ? (
        <PromptHistory
          onChoose={(entry) => {
            onRecall(entry);
            panel.toField();
          }}
          onCancel={panel.cancel}
        />
      ) : null}
    </>
  );
}

import { Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreSecondClick } from '../second-click';
import { Button } from '../ui/button';

interface RemovalQuestionProps {
  onRemove: () => void;
  onKeep: () => void;
}

/** The question before a picture is deleted, where the button stood: Enter deletes, Escape keeps. */
export function RemovalQuestion({ onRemove, onKeep }: RemovalQuestionProps) {
  const { t } = useTranslation('work');
  const id = useId();
  const remove = useRef<HTMLButtonElement>(null);
  useEffect(() => remove.current?.focus(), []);
  const keepOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onKeep();
  };
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-2">
      <span id={id} className="me-2 text-sm font-semibold">
        {t('removal.question')}
      </span>
      <Button
        ref={remove}
        variant="danger"
        aria-describedby={id}
        onClick={() => {
          ignoreSecondClick();
          onRemove();
        }}
        onKeyDown={keepOnEscape}
        icon={<Trash2 aria-hidden="true" className="size-4" />}
      >
        {t('removal.confirm')}
      </Button>
      <Button onClick={onKeep} onKeyDown={keepOnEscape}>
        {t('removal.keep')}
      </Button>
    </div>
  );
}

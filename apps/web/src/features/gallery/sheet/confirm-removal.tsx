import { Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { Button } from '../../../shared/ui/button';

interface ConfirmRemovalProps {
  count: number;
  /** Over a picture, where nothing but the scrim makes words readable. */
  onPicture?: boolean;
  onRemove: () => void;
  onKeep: () => void;
}

/** The question before pictures are deleted, where the button stood: Enter deletes, Escape keeps. */
export function ConfirmRemoval({ count, onPicture = false, onRemove, onKeep }: ConfirmRemovalProps) {
  const { t } = useTranslation('gallery');
  const id = useId();
  const remove = useRef<HTMLButtonElement>(null);
  useEffect(() => remove.current?.focus({ preventScroll: onPicture }), [onPicture]);
  const keepOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onKeep();
  };
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={cx(
        'flex flex-wrap items-center gap-2',
        onPicture && 'absolute inset-0 z-10 flex-col content-center justify-center bg-scrim p-2 text-on-scrim',
      )}
    >
      <span id={id} className="text-sm font-semibold">
        {t('removal.question', { count })}
      </span>
      <Button
        ref={remove}
        variant="danger"
        aria-describedby={id}
        onClick={onRemove}
        onKeyDown={keepOnEscape}
        icon={<Trash2 aria-hidden="true" className="size-4" />}
      >
        {t('removal.confirm')}
      </Button>
      <Button
        variant={onPicture ? 'ghost' : 'quiet'}
        onClick={onKeep}
        onKeyDown={keepOnEscape}
        className={onPicture ? 'text-on-scrim enabled:hover:bg-scrim enabled:hover:text-on-scrim' : undefined}
      >
        {t('removal.keep')}
      </Button>
    </div>
  );
}

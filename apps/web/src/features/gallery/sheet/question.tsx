import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../../../shared/cx';
import { ignoreSecondClick } from '../../../shared/second-click';
import { Button } from '../../../shared/ui/button';

interface QuestionProps {
  children: ReactNode;
  yes: string;
  no: string;
  icon?: ReactNode;
  /** Over a picture, where nothing but the scrim makes words readable. */
  onPicture?: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** A question where the button stood that leads to it: Enter says yes, Escape no. */
export function Question({ children, yes, no, icon, onPicture = false, onYes, onNo }: QuestionProps) {
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(ignoreSecondClick, []);
  useEffect(() => first.current?.focus({ preventScroll: onPicture }), [onPicture]);
  const noOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onNo();
  };
  const say = (answer: () => void) => () => {
    ignoreSecondClick();
    answer();
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
      <span id={id} className={cx('text-sm font-semibold', onPicture && 'text-center text-balance')}>
        {children}
      </span>
      <Button
        ref={first}
        variant="danger"
        aria-describedby={id}
        onClick={say(onYes)}
        onKeyDown={noOnEscape}
        icon={icon}
      >
        {yes}
      </Button>
      <Button
        variant={onPicture ? 'ghost' : 'quiet'}
        onClick={say(onNo)}
        onKeyDown={noOnEscape}
        className={onPicture ? 'text-on-scrim enabled:hover:bg-scrim enabled:hover:text-on-scrim' : undefined}
      >
        {no}
      </Button>
    </div>
  );
}

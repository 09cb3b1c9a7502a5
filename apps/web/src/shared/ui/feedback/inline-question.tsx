import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../../cx';
import { ignoreSecondClick } from '../../interaction/second-click';
import { Button } from '../actions/button';

interface InlineQuestionProps {
  children: ReactNode;
  yes: string;
  no: string;
  icon?: ReactNode;
  /** Over an image, which it covers. */
  onImage?: boolean;
  onYes: () => void;
  onNo: () => void;
}

export function InlineQuestion({ children, yes, no, icon, onImage = false, onYes, onNo }: InlineQuestionProps) {
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(ignoreSecondClick, []);
  useEffect(() => first.current?.focus({ preventScroll: onImage }), [onImage]);
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
        'flex items-center gap-2',
        onImage ? 'absolute inset-0 z-20 flex-col justify-center bg-raised p-2' : 'flex-wrap',
      )}
    >
      <span
        id={id}
        className={cx(
          'text-sm font-semibold',
          onImage ? 'max-w-full text-center text-balance break-keep' : 'basis-full',
        )}
      >
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
      <Button variant={onImage ? 'ghost' : 'quiet'} onClick={say(onNo)} onKeyDown={noOnEscape}>
        {no}
      </Button>
    </div>
  );
}

import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../../cx';
import { ignoreSecondClick } from '../../interaction/second-click';
import { Button } from '../actions/button';

interface InlineQuestionProps {
  children: ReactNode;
  yes: string;
  no: string;
  icon?: ReactNode;
  /** Over an image, of which it leaves as much to see as there is room for. */
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
        'flex flex-wrap items-center gap-2',
        onImage && 'absolute inset-x-0 bottom-0 z-20 justify-center bg-raised p-2',
      )}
    >
      <span
        id={id}
        className={cx('basis-full text-sm font-semibold', onImage && 'text-center text-balance break-keep')}
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

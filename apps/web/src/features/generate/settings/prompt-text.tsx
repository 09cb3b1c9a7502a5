import { useRef, type ComponentProps, type RefObject } from 'react';
import { cx } from '../../../shared/cx';
import { UnderstoodPrompt } from '../../../entities/generation/understood-prompt';

/** Field and marks break their lines alike only with the same metrics. */
const METRICS = 'col-start-1 row-start-1 w-full px-4 pt-3 pb-1 text-lg/7 whitespace-pre-wrap wrap-break-word';

interface PromptTextProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  value: string;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  understood: readonly { start: number; end: number }[];
}

/** A text field that underlines words: its text lies over the same text, of which only the lines are visible. */
export function PromptText({ value, fieldRef, understood, className, ...area }: PromptTextProps) {
  const marks = useRef<HTMLDivElement>(null);
  return (
    <div className="grid overflow-hidden">
      <div
        ref={marks}
        aria-hidden="true"
        className={cx(METRICS, 'pointer-events-none max-h-64 overflow-hidden text-transparent select-none')}
      >
        <UnderstoodPrompt prompt={value} ranges={understood} />
        {/* A last line that is empty counts in the field. */}
        {'\n'}
      </div>
      <textarea
        {...area}
        ref={fieldRef}
        value={value}
        onScroll={({ currentTarget }) => {
          if (marks.current) marks.current.scrollTop = currentTarget.scrollTop;
        }}
        className={cx(
          METRICS,
          'field-sizing-content max-h-64 min-h-24 resize-none rounded-sheet bg-transparent outline-none focus-visible:shadow-none lg:min-h-28',
          className,
        )}
      />
    </div>
  );
}

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromptHistoryEntry } from '../../../../api/endpoints/generations';
import { cx } from '../../../../shared/cx';
import { useFormatDate } from '../../../../shared/format/use-format-date';

interface PromptHistoryOptionProps {
  id: string;
  entry: PromptHistoryEntry;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

/** One earlier prompt; the focus stays in the search field. */
export function PromptHistoryOption({ id, entry, active, onPoint, onChoose }: PromptHistoryOptionProps) {
  const { t } = useTranslation('generate');
  const formatDate = useFormatDate();
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) option.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const { prompt, negative_prompt, last_used_at } = entry;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys of the field choose it
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onPointerMove={onPoint}
      // A press must not take the focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx('grid cursor-pointer gap-0.5 rounded-control px-3 py-2', active && 'bg-hover')}
    >
      <span className="line-clamp-2 text-sm">{prompt}</span>
      <span className="flex justify-between gap-4 text-xs text-ink-3">
        <span className="line-clamp-1">
          {negative_prompt ? t('history.without', { negative: negative_prompt }) : null}
        </span>
        <time dateTime={last_used_at} className="tabular shrink-0">
          {formatDate(last_used_at)}
        </time>
      </span>
    </div>
  );
}

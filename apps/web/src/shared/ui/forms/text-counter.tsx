import { codePointLength } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { cx } from '../../cx';

/** From this share of the limit on, a screen reader is told. */
const WARN_SHARE = 0.9;

/** Counts code points against a limit. Going over is shown, never cut; announced near the limit and beyond it. */
export function TextCounter({ text, max }: { text: string; max: number }) {
  const { t } = useTranslation();
  const length = codePointLength(text);
  const over = length - max;
  return (
    <span className={cx('tabular text-sm', over > 0 ? 'font-semibold text-danger-text' : 'text-ink-3')}>
      <span aria-hidden="true">
        {length}/{max}
      </span>
      <span role="status" className="sr-only">
        {over > 0
          ? t('counter.over', { count: over })
          : length >= max * WARN_SHARE
            ? t('counter.left', { count: -over })
            : ''}
      </span>
    </span>
  );
}

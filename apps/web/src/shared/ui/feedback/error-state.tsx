import { RotateCcw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../cx';
import { Button } from '../actions/button';
import { CopyButton } from '../actions/copy-button';

interface ErrorStateProps {
  title?: ReactNode;
  /** What happened, in plain words. */
  text: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  /** Names the request in our logs; people can copy it for support. */
  requestId?: string | null | undefined;
  action?: ReactNode;
  /** Without a frame of its own. */
  inCard?: boolean;
}

/** Something could not be loaded or done: the cause, a way on, and a reference for support. */
export function ErrorState({
  title,
  text,
  onRetry,
  retrying = false,
  requestId,
  action,
  inCard = false,
}: ErrorStateProps) {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className={cx('grid justify-items-start gap-3', !inCard && 'rounded-control border border-line bg-surface p-6')}
    >
      <p className="flex items-start gap-3">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger-text" />
        <span className="grid gap-1">
          <strong className="font-semibold">{title ?? t('state.error')}</strong>
          <span className="text-ink-2">{text}</span>
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-2 ps-8">
        {onRetry ? (
          <Button busy={retrying} onClick={onRetry} icon={<RotateCcw aria-hidden="true" className="size-4" />}>
            {t('actions.retry')}
          </Button>
        ) : null}
        {action}
        {requestId ? <CopyButton text={requestId} label={t('actions.copyRequestId')} /> : null}
      </div>
    </div>
  );
}

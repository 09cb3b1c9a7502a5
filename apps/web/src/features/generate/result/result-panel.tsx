import { SIZE_PIXELS, type Size } from '@app/contracts';
import { Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareDialogSlot } from '../../../entities/image/share-dialog-slot';
import { cx } from '../../../shared/cx';
import { useDelayed } from '../../../shared/hooks/use-delayed';
import { usePreload } from '../../../shared/loading/use-preload';
import { lazyPart } from '../../../shared/loading/lazy-part';
import { Spinner } from '../../../shared/ui/feedback/spinner';
import { PreviewFrame } from '../../../shared/ui/images/preview-frame';
import type { GenerateSettings } from '../settings/settings';
import { useShownGeneration } from '../generations/use-shown-generation';
import type { ResultHandlers } from './result-handlers';

const loadShownGeneration = () => import('./shown-generation').then((module) => module.ShownGeneration);
const ShownGeneration = lazyPart(loadShownGeneration);
const UnknownPreview = lazyPart(() => import('./previews/unknown-preview').then((module) => module.UnknownPreview));

interface ResultPanelProps {
  /** The generation to show; null = nothing asked for yet. */
  id: string | null;
  /** The empty preview has the ratio of the image to come. */
  settings: GenerateSettings;
  handlers: ResultHandlers;
  shareDialog: ShareDialogSlot;
}

export function ResultPanel({ id, settings, handlers, shareDialog }: ResultPanelProps) {
  const { t } = useTranslation('generate');
  const shown = useShownGeneration(id, handlers.onGone);
  const { generation } = shown;
  usePreload(loadShownGeneration);
  // It outlives what it shows, so that the focus has a place when that goes.
  const panel = useRef<HTMLDivElement>(null);
  const loading = <LoadingPreview size={settings.size} />;
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role="group"
      aria-label={generation?.prompt ?? t('result.label')}
      className="grid grid-cols-1 gap-4"
    >
      {generation ? (
        <Suspense fallback={loading}>
          <ShownGeneration
            key={generation.id}
            generation={generation}
            panel={panel}
            handlers={handlers}
            shareDialog={shareDialog}
          />
        </Suspense>
      ) : shown.failure ? (
        <Suspense fallback={loading}>
          <UnknownPreview {...shown} size={settings.size} panel={panel} />
        </Suspense>
      ) : shown.isLoading ? (
        loading
      ) : (
        <EmptyPreview settings={settings} />
      )}
    </div>
  );
}

const LOADING_AFTER_MS = 150;

function LoadingPreview({ size }: { size: Size }) {
  const { t } = useTranslation(['generate', 'common']);
  const isShown = useDelayed(true, LOADING_AFTER_MS);
  return (
    <PreviewFrame state="running" label={t('generate:result.label')} {...SIZE_PIXELS[size]}>
      <p className={cx('flex items-center gap-2 text-sm text-ink-2', !isShown && 'invisible')}>
        <Spinner />
        {t('common:state.loading')}
      </p>
    </PreviewFrame>
  );
}

const CORNERS = ['start-3 top-3 border-s border-t', 'end-3 top-3 border-e border-t'];
const LOWER_CORNERS = ['start-3 bottom-3 border-s border-b', 'end-3 bottom-3 border-e border-b'];

function EmptyPreview({ settings: { size, style } }: Pick<ResultPanelProps, 'settings'>) {
  const { t } = useTranslation(['generate', 'options']);
  const pixels = SIZE_PIXELS[size];
  return (
    <PreviewFrame
      state="empty"
      label={t('generate:result.label')}
      {...pixels}
      footer={
        <p className="tabular flex w-full justify-between gap-4 text-xs text-ink-3 max-lg:hidden">
          <span>{t(`options:styles.${style}`)}</span>
          <span>
            {size} · {pixels.width} × {pixels.height}
          </span>
        </p>
      }
    >
      {[...CORNERS, ...LOWER_CORNERS].map((corner) => (
        <span key={corner} aria-hidden="true" className={`absolute size-4 border-ink-3 ${corner}`} />
      ))}
      <div className="grid max-w-80 justify-items-center gap-2 p-6 text-center">
        <p className="text-lg font-semibold text-ink">{t('generate:result.emptyTitle')}</p>
        <p className="text-sm">{t('generate:result.emptyText')}</p>
      </div>
    </PreviewFrame>
  );
}

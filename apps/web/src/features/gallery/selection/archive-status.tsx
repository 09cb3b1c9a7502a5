import { CircleAlert, CircleCheck, FolderDown, X } from 'lucide-react';
import { useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../api/client/error-text';
import { formatBytes, formatNumber, joinSentences } from '../../../shared/format/format';
import { useFocusFallback } from '../../../shared/interaction/use-focus-fallback';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import { Progress } from '../../../shared/ui/feedback/progress';
import { cancelArchive, closeArchive, startArchive } from './archive-job';
import { isCancellable, isUnderWay, type ArchiveJob } from './archive-store';

/** What is happening to an archive, or what came of it. Each step is told once; how far it is, only to who looks. */
export function ArchiveStatus({ job }: { job: ArchiveJob }) {
  const { t } = useTranslation('gallery');
  const section = useRef<HTMLElement>(null);
  const close = () => {
    closeArchive();
    document.querySelector<HTMLElement>('[data-select]')?.focus({ preventScroll: true });
  };
  return (
    <section ref={section} tabIndex={-1} aria-label={t('archive.label')} className="grid gap-2">
      <div className="flex items-start gap-x-3">
        <div className="flex flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <p role="status" className="me-auto flex min-w-40 flex-1 items-start gap-2.5 px-1 text-sm">
            <Sign job={job} />
            <span className="grid gap-0.5">
              <Words job={job} />
            </span>
          </p>
          {job.step === 'failed' ? (
            <StepButton section={section} onClick={() => void startArchive(job)}>
              {t('archive.retry')}
            </StepButton>
          ) : null}
          {isCancellable(job) ? (
            <StepButton section={section} onClick={cancelArchive}>
              {t('archive.cancel')}
            </StepButton>
          ) : null}
        </div>
        {isUnderWay(job) ? null : (
          <IconButton label={t('archive.close')} icon={<X aria-hidden="true" />} onClick={close} />
        )}
      </div>
      {job.step === 'packing' ? <HowFar job={job} /> : null}
    </section>
  );
}

/** Goes with its step; the focus stays where the next step is told. */
function StepButton({ section, ...props }: ComponentProps<typeof Button> & { section: RefObject<HTMLElement | null> }) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button, section);
  return <Button ref={button} {...props} />;
}

function Sign({ job: { step } }: { job: ArchiveJob }) {
  const look = 'mt-0.5 size-4 shrink-0';
  if (step === 'saved') return <CircleCheck aria-hidden="true" className={`${look} text-ok-text`} />;
  if (step === 'failed') return <CircleAlert aria-hidden="true" className={`${look} text-danger-text`} />;
  return <FolderDown aria-hidden="true" className={look} />;
}

function Words({ job }: { job: ArchiveJob }): ReactNode {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const count = job.ids.length;
  switch (job.step) {
    case 'packing':
      return <strong className="font-semibold">{t('archive.packing', { count })}</strong>;
    case 'waiting':
      return t('archive.waiting');
    case 'handing':
      return t('archive.handing', { count });
    case 'handed':
      return t('archive.handed', { count });
    case 'saved':
      return job.images < count
        ? t('archive.savedSome', { count: job.images, total: count })
        : t('archive.saved', { count, size: formatBytes(job.bytes, locale) });
    case 'cancelled':
      return t('archive.cancelled');
    case 'failed':
      return joinSentences([t('archive.failed'), errorText(job.error, locale)], locale);
  }
}

/** How many of the images have come, and how much that is; until the first has, nobody can tell. */
function HowFar({ job }: { job: Extract<ArchiveJob, { step: 'packing' }> }) {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const { ids, images, bytes } = job;
  const done = formatNumber(images, locale);
  return (
    <div className="flex items-center gap-3 px-1">
      <div className="flex-1">
        <Progress
          label={t('archive.packing', { count: ids.length })}
          value={images === 0 ? null : images / ids.length}
        />
      </div>
      <span className="tabular text-xs text-ink-2">
        {t('archive.progress', { done, total: formatNumber(ids.length, locale) })}
        {bytes > 0 ? ` · ${formatBytes(bytes, locale)}` : null}
      </span>
    </div>
  );
}

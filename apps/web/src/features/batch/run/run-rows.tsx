import type { BatchRow, GenerationImage } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAppSelector } from '../../../entities/app-state';
import { cx } from '../../../shared/cx';
import { formatCredits, formatFrameNumber } from '../../../shared/format/format';
import { NARROW, useMedia } from '../../../shared/browser/use-media';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { Progress } from '../../../shared/ui/feedback/progress';
import { ResponsiveImage } from '../../../shared/ui/images/responsive-image';
import { SETTING_COLUMNS } from '../rows/setting-fields';
import { useSettingTexts } from '../rows/use-setting-texts';
import { RowBadge } from '../status-badge';
import { deliveredImages, hasPrompt } from './batch-status';

const HEAD = 'px-3 pb-2 text-sm whitespace-nowrap font-semibold text-ink-3 first:ps-0 last:pe-0';
const CELL = 'px-3 py-2 align-top first:ps-0 last:pe-0';
/** Further ones are counted. */
const SHOWN_IMAGES = 4;

export function RunRows({ rows }: { rows: BatchRow[] }) {
  return useMedia(NARROW) ? <Cards rows={rows} /> : <Table rows={rows} />;
}

function Table({ rows }: { rows: BatchRow[] }) {
  const { t } = useTranslation('batch');
  return (
    <table aria-label={t('rows.label')} className="tabular w-full text-start">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={cx(HEAD, 'text-start')}>
            {t('rows.number')}
          </th>
          <th scope="col" className={cx(HEAD, 'w-full text-start')}>
            {t('columns.prompt')}
          </th>
          <th scope="col" className={cx(HEAD, 'text-start')}>
            {t('run.images')}
          </th>
          <th scope="col" className={cx(HEAD, 'text-start')}>
            {t('run.status')}
          </th>
          <th scope="col" className={cx(HEAD, 'text-end')}>
            {t('rows.price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number} className="border-b border-line">
            <th scope="row" className={cx(CELL, 'text-start font-normal text-ink-3')}>
              {row.number}
            </th>
            <td className={CELL}>
              <Asked row={row} />
            </td>
            <td className={CELL}>
              <Images row={row} />
            </td>
            <td className={cx(CELL, 'min-w-44')}>
              <span className="grid justify-items-start gap-1">
                <RowBadge status={row.status} />
                <StateNote row={row} />
              </span>
            </td>
            <td className={cx(CELL, 'text-end whitespace-nowrap')}>
              <Price row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards({ rows }: { rows: BatchRow[] }) {
  const { t } = useTranslation('batch');
  return (
    <ol aria-label={t('rows.label')} className="tabular grid gap-2">
      {rows.map((row) => (
        <li key={row.number} className="grid gap-2 rounded-control border border-line bg-surface px-4 py-3">
          <span className="flex items-center justify-between gap-3">
            <span className="flex items-center gap-2 text-sm text-ink-3">
              {t('rows.named', { number: row.number })}
              <RowBadge status={row.status} />
            </span>
            <Price row={row} />
          </span>
          <Asked row={row} />
          <Images row={row} />
          <StateNote row={row} />
        </li>
      ))}
    </ol>
  );
}

function Asked({ row }: { row: BatchRow }) {
  const { t } = useTranslation('batch');
  const texts = useSettingTexts();
  const settings = SETTING_COLUMNS.map((column) => texts(column, String(row[column]))).join(' · ');
  return (
    <span className="grid gap-0.5">
      {hasPrompt(row) ? (
        <span className="line-clamp-2 wrap-anywhere">{row.prompt}</span>
      ) : (
        <span className="text-ink-3 italic">{t('run.promptDeleted')}</span>
      )}
      <span className="text-sm text-ink-3">{settings}</span>
    </span>
  );
}

function Images({ row }: { row: BatchRow }) {
  const delivered = deliveredImages([row]);
  if (delivered.length === 0) return null;
  const more = delivered.length - SHOWN_IMAGES;
  return (
    <span className="flex items-center gap-1.5">
      {delivered.slice(0, SHOWN_IMAGES).map((image) => (
        <Thumbnail key={image.id} image={image} prompt={row.prompt} />
      ))}
      {more > 0 ? <span className="text-sm text-ink-3">+{more}</span> : null}
    </span>
  );
}

function Thumbnail({ image, prompt }: { image: GenerationImage; prompt: string }) {
  const { t } = useTranslation('batch');
  const to = useAddress();
  return (
    <Link
      to={to('gallery', { query: { image: image.id } })}
      aria-label={t('run.image', { frame: formatFrameNumber(image.frame_number), prompt })}
      className="grid size-16 place-items-center overflow-hidden rounded-image"
    >
      <ResponsiveImage
        source={image}
        alt=""
        sizes="64px"
        preview
        className={image.width >= image.height ? 'w-full' : 'h-full'}
      />
    </Link>
  );
}

/** Of the images of a generation that the stream has told of. */
function useProgress(row: BatchRow): number | null {
  return useAppSelector(({ generationJobs: { progress } }) => {
    const parts = Object.values(progress).filter(({ generation_id: id }) => id === row.generation_id);
    if (parts.length === 0 || parts.some(({ fraction }) => fraction === null)) return null;
    return parts.reduce((sum, { fraction }) => sum + (fraction ?? 0), 0) / Math.max(row.count, parts.length);
  });
}

/** How far it is, or why it came to nothing. */
function StateNote({ row }: { row: BatchRow }) {
  const { t } = useTranslation('batch');
  const progress = useProgress(row);
  const { status, error_code: code } = row;
  if (status === 'processing') {
    return (
      <span className="block w-full">
        <Progress label={t('run.rowProgress', { number: row.number })} value={progress} />
      </span>
    );
  }
  if (code === null || status === 'cancelled') return null;
  return <span className="text-sm text-ink-2">{t(`rowErrors.${code}`)}</span>;
}

/** What it cost once it has ended, else what it will cost. */
function Price({ row }: { row: BatchRow }) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const { status, price, credits_used: used } = row;
  const hasEnded = status === 'completed' || status === 'failed' || status === 'cancelled';
  return (
    <span className={cx('font-semibold', !hasEnded && 'text-ink-3')}>
      {t('credits', { credits: formatCredits(hasEnded ? used : price, locale) })}
    </span>
  );
}

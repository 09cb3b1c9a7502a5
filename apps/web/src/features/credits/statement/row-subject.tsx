import type { StatementLine } from '@app/contracts';
import { CalendarCheck, CalendarX, ImageOff, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatCredits, formatFrameNumber } from '../../../shared/format/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { EntrySubject } from './entry-subject';
import type { StatementRow } from './group-entries';

const THUMB = 'grid h-10 w-16 shrink-0 place-items-center overflow-hidden rounded-image';

/** What a row is about: the image and how it ended, or what was received or taken. */
export function RowSubject({ row }: { row: StatementRow }) {
  const [newest] = row.lines;
  if (!newest) return null;
  if (newest.picture) return <ImageSubject row={row} image={newest.picture} />;
  const Icon = newest.kind === 'grant' ? CalendarCheck : newest.kind === 'expire' ? CalendarX : Undo2;
  return (
    <span className="flex min-w-0 items-center gap-4">
      <span className={`${THUMB} bg-amber-tint text-on-amber-tint`}>
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <EntrySubject line={newest} />
    </span>
  );
}

function ImageSubject({ row, image }: { row: StatementRow; image: NonNullable<StatementLine['picture']> }) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  const to = useAddress();
  const returned = row.lines.find(({ kind }) => kind === 'return');
  const isOpen = row.lines.every(({ kind }) => kind === 'hold');
  return (
    <span className="flex min-w-0 items-center gap-4">
      <Thumbnail image={image} />
      <span className="grid min-w-0">
        {image.isDeleted ? (
          <span className="truncate text-ink-2">{t('deleted')}</span>
        ) : (
          <Link
            to={to('gallery', { query: { image: image.imageId } })}
            title={image.prompt ?? undefined}
            className="truncate font-semibold underline-offset-4 hover:underline"
          >
            {image.prompt}
          </Link>
        )}
        <span className="text-sm text-ink-3">
          {t('picture', { frame: formatFrameNumber(image.frameNumber) })}
          {returned ? (
            <span className="whitespace-nowrap text-ok-text">
              {' · '}
              {t('returned', { credits: formatCredits(returned.amount, locale) })}
            </span>
          ) : null}
          {isOpen ? ` · ${t('kinds.hold')}` : null}
        </span>
      </span>
    </span>
  );
}

function Thumbnail({ image }: { image: NonNullable<StatementLine['picture']> }) {
  const { thumbnail, isDeleted } = image;
  const [failed, setFailed] = useState<string>();
  const address = failed === thumbnail ? null : thumbnail;
  return (
    <span
      className={`${THUMB} text-ink-3 ${address ? '' : isDeleted ? 'bg-hover' : 'border border-dashed border-field'}`}
    >
      {address ? (
        <img
          src={address}
          alt=""
          loading="lazy"
          onError={() => setFailed(address)}
          className="size-full object-contain"
        />
      ) : (
        <ImageOff aria-hidden="true" className="size-4" />
      )}
    </span>
  );
}

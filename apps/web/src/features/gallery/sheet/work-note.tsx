import type { GalleryItem } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isTakenBack, useGenerationQuery } from '../../../api/images-api';
import { useWatch } from '../../../api/use-watch';
import { formatCredits, joinSentences } from '../../../shared/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { ShortDeadline } from '../../../shared/work/deadline';

/** Below a picture that is on its way or was not made: what a person wants to know of it. */
export function WorkNote({ item }: { item: GalleryItem }) {
  if (item.status === 'completed') return null;
  return item.status === 'failed' ? <Outcome item={item} /> : <Promised item={item} />;
}

/** Place in line, and until when it is there or its credits are back. */
function Promised({ item: { generation_id: id } }: { item: GalleryItem }) {
  const { t } = useTranslation('work');
  const { data: generation } = useGenerationQuery(id);
  useWatch(id);
  if (!generation) return null;
  const position = generation.queue?.position ?? 0;
  return (
    <p className="tabular text-xs text-ink-2">
      {position > 0 ? `${t('line.placeShort', { position })} · ` : null}
      <ShortDeadline deadline={generation.deadline} />
    </p>
  );
}

/** Why it was not made, and that it cost nothing. */
function Outcome({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('work');
  const locale = useLocale();
  const to = useAddress();
  const { data: generation } = useGenerationQuery(item.generation_id);
  const credits = generation?.unit_price;
  return (
    <div className="grid justify-items-start gap-0.5 text-xs">
      {item.error_code && !isTakenBack(item) ? (
        <p className="text-ink-2">
          {joinSentences([t(`failures.${item.error_code}`), t(`next.${item.error_code}`)], locale)}
        </p>
      ) : null}
      <Link
        to={to('profile', { query: { tab: 'statement', kind: 'return' } })}
        className="tabular py-1 font-semibold text-ok-text underline underline-offset-4"
      >
        {credits === undefined
          ? t('creditsBackAnyway')
          : t('creditsBack', { count: credits, formatted: formatCredits(credits, locale) })}
      </Link>
    </div>
  );
}

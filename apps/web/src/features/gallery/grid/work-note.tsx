import type { GalleryItem } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useGenerationQuery } from '../../../api/endpoints/generations';
import { deliveredCount } from '../../../entities/generation/delivered-count';
import { isCancelled } from '../../../entities/generation/generation-status';
import { usePollGeneration } from '../../../entities/generation/use-poll-generation';
import { isLost } from '../../../entities/image/image-status';
import { formatCredits, joinSentences } from '../../../shared/format/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { ShortDeadline } from '../../../entities/generation/deadline';

/** Of an image that is on its way, was not made or is lost: what a person wants to know of it. */
export function WorkNote({ item }: { item: GalleryItem }) {
  if (isLost(item)) return <Lost />;
  if (item.status === 'completed') return null;
  return item.status === 'failed' ? <Outcome item={item} /> : <Promised item={item} />;
}

function Promised({ item: { generation_id: id } }: { item: GalleryItem }) {
  const { t } = useTranslation('work');
  const { data: generation } = useGenerationQuery(id);
  usePollGeneration(id);
  if (!generation) return null;
  const position = generation.queue?.position ?? 0;
  return (
    <p className="tabular text-ink-2">
      {position > 0 ? `${t('line.placeShort', { position })} · ` : null}
      <ShortDeadline deadline={generation.deadline} />
    </p>
  );
}

/** Why it was not made, and that it cost nothing. */
function Outcome({ item }: { item: GalleryItem }) {
  const { t } = useTranslation(['work', 'gallery']);
  const locale = useLocale();
  const to = useAddress();
  const { data: generation } = useGenerationQuery(item.generation_id);
  const credits = generation?.unit_price;
  const others = generation && generation.count > 1 && generation.status === 'completed' ? generation : null;
  return (
    <div className="grid justify-items-start gap-0.5">
      {others ? (
        <p className="tabular font-semibold">
          {t('gallery:partial', { count: others.count, delivered: deliveredCount(others) })}
        </p>
      ) : null}
      {item.error_code && !isCancelled(item) ? (
        <p className="line-clamp-3 text-ink-2">
          {joinSentences(
            [
              t(`work:failures.${item.error_code}`),
              others && item.error_code === 'CONTENT_REJECTED'
                ? t('gallery:otherSeed')
                : t(`work:next.${item.error_code}`),
            ],
            locale,
          )}
        </p>
      ) : null}
      <Link
        to={to('profile', { query: { tab: 'statement', kind: 'return' } })}
        className="pointer-events-auto tabular py-1 font-semibold text-ok-text underline underline-offset-4"
      >
        {credits === undefined
          ? t('work:creditsBackAnyway')
          : t('work:creditsBack', { count: credits, formatted: formatCredits(credits, locale) })}
      </Link>
    </div>
  );
}

/** It was made, and its file is not there any more: nobody gives the credits back by himself. */
function Lost() {
  const { t } = useTranslation('gallery');
  const to = useAddress();
  return (
    <div className="grid justify-items-start gap-0.5">
      <p className="line-clamp-3 text-ink-2">{t('lost.text')}</p>
      <Link
        to={to('contact')}
        className="pointer-events-auto py-1 font-semibold text-amber-text underline underline-offset-4"
      >
        {t('lost.contact')}
      </Link>
    </div>
  );
}

import type { Generation } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { isCancelled } from '../../../entities/generation/generation-status';
import { isLost } from '../../../entities/image/image-status';
import { formatCredits } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { deliveredCount } from '../../../entities/generation/delivered-count';

/** Tells a screen reader how it ended; silent while it runs. */
export function Announcer({ generation }: { generation: Generation }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const { count, generated_images: images } = generation;
  const credits = formatCredits(generation.credits_returned, locale);
  let text = '';
  if (generation.status === 'completed') {
    const delivered = deliveredCount(generation);
    text = delivered < count ? t('announce.partial', { delivered, count, credits }) : t('announce.done', { count });
  }
  if (images.every(isLost)) text = t('announce.lost', { count: images.length });
  if (isCancelled(generation)) text = t('cancel.announce', { credits });
  else if (generation.status === 'failed') text = t('announce.failed', { count, credits });
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  );
}

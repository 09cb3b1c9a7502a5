import type { Generation, GenerationImage } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { settingsOf } from '../settings/settings';
import { AskAgain } from '../submit/ask-again';
import type { SubmitEvents } from '../submit/use-submit';
import { CreditsBack } from './credits-back';
import { deliveredCount } from '../../../entities/generation/delivered-count';

interface PartialBannerProps {
  generation: Generation;
  /** The image in the preview. */
  shown: GenerationImage;
  events: SubmitEvents;
}

const isMissing = ({ status }: GenerationImage): boolean => status === 'failed';

export function PartialBanner({ generation, shown, events }: PartialBannerProps) {
  const { t } = useTranslation(['generate', 'work']);
  const locale = useLocale();
  const images = generation.generated_images;
  const missing = images.filter(isMissing);
  const wanted = isMissing(shown) ? shown : missing[0];
  if (!wanted || generation.status !== 'completed') return null;
  // The prompt passed with other seeds; with this one it would be held back again.
  const seed = wanted.error_code === 'CONTENT_REJECTED' ? '' : String(wanted.seed);
  const reasons = new Set(missing.flatMap(({ error_code }) => (error_code ? [t(`work:failures.${error_code}`)] : [])));
  return (
    <div className="grid justify-items-start gap-1 rounded-control border border-line bg-surface px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="font-semibold">
          {t('generate:result.partial', { delivered: deliveredCount(generation), count: generation.count })}
        </p>
        <CreditsBack credits={generation.credits_returned} />
      </div>
      <p className="mb-1.5 text-ink-2">{joinSentences([...reasons], locale)}</p>
      <AskAgain
        key={wanted.id}
        settings={{ ...settingsOf(generation), seed, count: 1 }}
        label={
          missing.length === 1
            ? t('generate:result.missingAgain')
            : t('generate:result.missingAgainOne', { index: images.indexOf(wanted) + 1 })
        }
        events={events}
      />
    </div>
  );
}

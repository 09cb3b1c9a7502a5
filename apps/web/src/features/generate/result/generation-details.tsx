import type { EngineId, Generation, GenerationImage } from '@app/contracts';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { UnderstoodPrompt } from '../../../entities/generation/understood-prompt';
import { formatCredits, joinSentences } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { CopyButton } from '../../../shared/ui/actions/copy-button';
import { useModels } from '../engine/use-models';
import { useEngineNotes } from '../engine/use-engine-notes';
import { Button } from '../../../shared/ui/actions/button';
import { useFormatDate } from '../../../shared/format/use-format-date';

interface DetailProps {
  term: string;
  /** Takes the whole width. */
  wide?: boolean;
  children: ReactNode;
}

function Detail({ term, wide = false, children }: DetailProps) {
  return (
    <div className={cx('grid content-start gap-0.5', wide && 'col-span-full')}>
      <dt className="text-xs text-ink-3">{term}</dt>
      <dd className="text-sm">{children}</dd>
    </div>
  );
}

/** Heading and body; on a phone the body is shown when asked for, or it would stand between the image and the next. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const region = useId();
  return (
    <section className="grid gap-4 border-t border-line pt-4">
      <h2 className="text-base font-semibold">
        <span className="max-lg:hidden">{title}</span>
        <Button
          variant="plain"
          aria-expanded={open}
          aria-controls={region}
          onClick={() => setOpen(!open)}
          className="flex min-h-10 items-center gap-2 rounded-control lg:hidden"
        >
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4 transition-transform duration-120', open && 'rotate-180')}
          />
          {title}
        </Button>
      </h2>
      <div id={region} className={cx('grid gap-4', !open && 'max-lg:hidden')}>
        {children}
      </div>
    </section>
  );
}

export function GenerationDetails({ generation, image }: { generation: Generation; image: GenerationImage }) {
  const { t } = useTranslation(['generate', 'options', 'work']);
  const locale = useLocale();
  const formatDate = useFormatDate();
  return (
    <Section title={t('details.title')}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Detail wide term={t('details.prompt')}>
          <span className="leading-relaxed">
            <UnderstoodPrompt prompt={generation.prompt} ranges={generation.understood} />
          </span>
          {generation.understood.length > 0 ? (
            <span className="mt-1 block text-xs text-ink-3">{t('work:understood')}</span>
          ) : null}
        </Detail>
        {generation.negative_prompt ? (
          <Detail wide term={t('details.negative')}>
            {generation.negative_prompt}
          </Detail>
        ) : null}
        <Detail term={t('details.model')}>{t(`options:models.${generation.model}`)}</Detail>
        <Detail term={t('details.style')}>{t(`options:styles.${generation.style}`)}</Detail>
        <Detail term={t('details.size')}>
          <span className="tabular">
            {generation.size} · {image.width} × {image.height}
          </span>
        </Detail>
        <Detail term={t('details.quality')}>{t(`options:qualities.${generation.quality}`)}</Detail>
        <Detail term={t('details.credits')}>
          <span className="tabular">
            {formatCredits(generation.credits_used, locale)}
            {generation.credits_held > 0
              ? ` · ${t('details.held', { credits: formatCredits(generation.credits_held, locale) })}`
              : null}
          </span>
        </Detail>
        <Detail term={t('details.created')}>
          {formatDate(generation.created_at, { dateStyle: 'medium', timeStyle: 'short' })}
        </Detail>
        <Detail term={t('details.seed')}>
          <span className="tabular">{image.seed}</span>
        </Detail>
        {generation.engine ? <EngineDetail generation={generation} engine={generation.engine} /> : null}
      </dl>
      <div className="flex flex-wrap gap-x-2">
        <CopyButton text={generation.prompt} label={t('details.copyPrompt')} className="-ms-4" />
        <CopyButton text={String(image.seed)} label={t('details.copySeed')} />
      </div>
    </Section>
  );
}

/** Who painted it, and what was made up for because that engine cannot do it by itself. */
function EngineDetail({ generation, engine }: { generation: Generation; engine: EngineId }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const notes = useEngineNotes(generation.model, generation.output_format);
  // The model may have another engine by now.
  const known = useModels().offerOf(generation.model)?.engine === engine;
  return (
    <Detail wide term={t('details.engine')}>
      {t(`engine.name.${engine}`)}
      {known && (notes.style ?? notes.format) ? (
        <span className="mt-1 block text-xs text-ink-3">{joinSentences([notes.style, notes.format], locale)}</span>
      ) : null}
    </Detail>
  );
}

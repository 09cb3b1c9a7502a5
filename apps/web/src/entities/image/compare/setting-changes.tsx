import { ArrowRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pair } from './compare-slider';
import { changedSettings, markChanges, type Compared, type MarkedRun, type Setting } from './compared';

type Short = Exclude<Setting, 'prompt' | 'negative_prompt'>;
const isText = (setting: Setting): setting is Exclude<Setting, Short> =>
  setting === 'prompt' || setting === 'negative_prompt';

export function SettingChanges({ before, after }: Pair) {
  const { t } = useTranslation('compare');
  const heading = useId();
  const changed = changedSettings(before, after);
  return (
    <section
      aria-labelledby={heading}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long descriptions are scrolled, by keys too
      tabIndex={0}
      className="grid content-start gap-4 overflow-y-auto p-4 -outline-offset-2 sm:p-6 lg:min-h-0 lg:border-s lg:border-line"
    >
      <h2 id={heading} className="text-base font-semibold">
        {t('changes')}
      </h2>
      {changed.length === 0 ? (
        <p className="text-sm text-ink-2">{t('same')}</p>
      ) : (
        <dl className="grid gap-4">
          {changed.map((setting) => (
            <div key={setting} className="grid gap-1">
              <dt className="text-xs text-ink-3">{t(`terms.${setting}`)}</dt>
              <dd className="text-sm">
                {isText(setting) ? (
                  <Reworded before={before[setting] ?? ''} after={after[setting] ?? ''} />
                ) : (
                  <Replaced setting={setting} before={before} after={after} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Said({ word, children }: { word: string; children: ReactNode }) {
  return (
    <span>
      <span className="sr-only">{word} </span>
      {children}
    </span>
  );
}

function Replaced({ setting, before, after }: { setting: Short; before: Compared; after: Compared }) {
  const { t } = useTranslation('compare');
  const name = useNameOf();
  return (
    <span className="tabular flex flex-wrap items-center gap-x-2">
      <Said word={t('was')}>
        <span className="text-ink-2">{name(setting, before)}</span>
      </Said>
      <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
      <Said word={t('now')}>
        <span className="font-semibold">{name(setting, after)}</span>
      </Said>
    </span>
  );
}

function useNameOf(): (setting: Short, image: Compared) => string {
  const { t } = useTranslation('options');
  return (setting, image) => {
    switch (setting) {
      case 'style':
        return t(`styles.${image.style}`);
      case 'model':
        return t(`models.${image.model}`);
      case 'quality':
        return t(`qualities.${image.quality}`);
      case 'output_format':
        return t(`formats.${image.output_format}`);
      case 'size':
        return image.size;
      case 'seed':
        return String(image.seed);
    }
  };
}

function Reworded({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('compare');
  const marked = markChanges(before, after);
  return (
    <span className="grid gap-2 leading-relaxed">
      <Said word={t('was')}>
        <Marked runs={marked.before} className="rounded-image bg-hover text-ink-2 line-through" />
      </Said>
      <Said word={t('now')}>
        <Marked runs={marked.after} className="rounded-image bg-amber-tint text-on-amber-tint" />
      </Said>
    </span>
  );
}

function Marked({ runs, className }: { runs: MarkedRun[]; className: string }) {
  const { t } = useTranslation('compare');
  if (runs.length === 0) return <span className="text-ink-3">{t('nothing')}</span>;
  return (
    <span className="text-ink-2">
      {runs.map(({ start, text, isChanged }) => (
        <span key={start} className={isChanged ? className : undefined}>
          {text}
        </span>
      ))}
    </span>
  );
}

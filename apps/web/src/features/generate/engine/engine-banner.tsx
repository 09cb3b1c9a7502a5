import type { Model } from '@app/contracts';
import { CircleCheck, Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { joinSentences } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import type { GenerateSettings } from '../settings/settings';
import { InsteadButton } from './instead-button';
import type { EngineNews } from './use-engine-news';
import { useNextLook } from './use-next-look';

interface EngineBannerProps {
  settings: GenerateSettings;
  news: EngineNews;
  onChoose: (model: Model) => void;
}

export function EngineBanner({ settings, news, onChoose }: EngineBannerProps) {
  const { t } = useTranslation(['generate', 'options']);
  const locale = useLocale();
  const nextLook = useNextLook();
  const model = t(`options:models.${settings.model}`);
  const Icon = news === 'back' ? CircleCheck : Unplug;
  return (
    <div className={cx('flex items-start gap-2 text-sm', news && 'mb-2 rounded-control bg-amber-tint px-3 py-2')}>
      {news ? <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-on-amber-tint" /> : null}
      <div className="grid gap-1.5">
        {/* The seconds stand outside, or each of them would be read out. */}
        <p role="status" className="font-semibold text-on-amber-tint empty:hidden">
          {news === 'down' ? t('generate:engine.modelDown', { model }) : null}
          {news === 'back' ? t('generate:engine.back', { model }) : null}
        </p>
        {news === 'down' ? (
          <>
            <p className="tabular">
              {/* A phone has little room above its keyboard. */}
              <span className="lg:hidden">{nextLook}</span>
              <span className="max-lg:hidden">{joinSentences([nextLook, t('generate:engine.prepare')], locale)}</span>
            </p>
            <InsteadButton settings={settings} onChoose={onChoose} />
          </>
        ) : null}
      </div>
    </div>
  );
}

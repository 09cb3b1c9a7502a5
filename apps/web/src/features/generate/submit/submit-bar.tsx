import { toCredits, toUnits, type Model, type Quota } from '@app/contracts';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { EngineBanner } from '../engine/engine-banner';
import { useEngineNews } from '../engine/use-engine-news';
import { totalUnits, type GenerateSettings } from '../settings/settings';
import { standingFailure } from './failure';
import { SubmitError } from './submit-error';
import type { SubmitHandle } from './use-submit';

/** What is held for a shortcut on this machine. */
const COMMAND_KEY = /Mac|iP(hone|ad|od)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

interface SubmitBarProps {
  settings: GenerateSettings;
  quota: Quota | undefined;
  handle: SubmitHandle;
  onModel: (model: Model) => void;
}

/** The button with its price, what is left afterwards, and why it cannot be pressed. Stays in reach on a phone. */
export function SubmitBar({ settings, quota, handle, onModel }: SubmitBarProps) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const news = useEngineNews(settings.model, handle.sending);
  const failure = standingFailure(handle.failure, settings.model, news === 'back');
  // A refusal for that reason says the same and more.
  const isTold = news === 'down' && failure?.error.code === 'ENGINE_UNAVAILABLE';
  const credits = formatCredits(toCredits(totalUnits(settings)), locale);
  return (
    <div className="sticky bottom-0 z-10 -mx-(--gutter) grid border-t border-line bg-bg px-(--gutter) py-3 lg:mx-0 lg:px-0 lg:py-4">
      <EngineBanner settings={settings} news={isTold ? null : news} onChoose={onModel} />
      <SubmitError settings={settings} quota={quota} handle={handle} failure={failure} onChoose={onModel} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={handle.sending}
        disabled={handle.disabled}
        icon={<Sparkles aria-hidden="true" className="size-5" />}
        className="w-full"
        onClick={(event) => {
          // The second half of a double click, which may come after the answer to the first.
          if (event.detail > 1) event.preventDefault();
        }}
      >
        <span>{handle.sending ? t('submit.running') : t('submit.action')}</span>
        <span aria-hidden="true" className="opacity-60">
          ·
        </span>
        <span className="tabular">{t('submit.price', { credits })}</span>
      </Button>
      {quota ? <Balance settings={settings} quota={quota} /> : null}
    </div>
  );
}

function Balance({ settings, quota }: { settings: GenerateSettings; quota: Quota }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const available = toUnits(quota.remainingCredits);
  const after = available - totalUnits(settings);
  const have = formatCredits(quota.remainingCredits, locale);
  return (
    <p className="tabular mt-2 flex flex-wrap justify-between gap-x-4 text-sm text-ink-3">
      <span>
        {after < 0
          ? t('insufficient.missing', { needed: formatCredits(toCredits(totalUnits(settings)), locale), have })
          : t('submit.balanceAfter', { before: have, after: formatCredits(toCredits(after), locale) })}
      </span>
      <span className="hidden lg:inline">{t('submit.shortcut', { key: COMMAND_KEY })}</span>
    </p>
  );
}

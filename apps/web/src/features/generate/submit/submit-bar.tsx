import { toCredits, toUnits, type Model, type Quota } from '@app/contracts';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { formatCredits } from '../../../shared/format/format';
import { useSecondsLeft } from '../../../shared/hooks/use-seconds-left';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { PricedLabel } from '../../../shared/ui/actions/priced-label';
import { EngineBanner } from '../engine/engine-banner';
import { AffordableButton } from '../engine/instead-button';
import { totalUnits, type GenerateSettings } from '../settings/settings';
import { PlansLink, SubmitError } from './submit-error';
import type { SubmitHandle } from './use-submit';

/** What is held for a shortcut on this machine. */
const COMMAND_KEY = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.userAgent) ? '⌘' : 'Ctrl';

interface SubmitBarProps {
  settings: GenerateSettings;
  quota: Quota | undefined;
  submission: SubmitHandle;
  onModel: (model: Model) => void;
  /** Leads to the prompt, which lies below the result on a phone; null while it is in view anyway. */
  onEdit: (() => void) | null;
}

/** The button with its price, what is left afterwards, and why it cannot be pressed. Stays in reach on a phone. */
export function SubmitBar({ settings, quota, submission, onModel, onEdit }: SubmitBarProps) {
  const { message, news } = submission;
  // A failure for that reason says the same and more.
  const isDownTold =
    news === 'down' && message?.kind === 'failure' && message.failure.error.code === 'ENGINE_UNAVAILABLE';
  const isEditable = onEdit !== null && settings.prompt.trim() !== '';
  const retryAt = message?.kind === 'failure' ? message.failure.retryAt : null;
  const isTooEarly = (useSecondsLeft(retryAt) ?? 0) > 0;
  const isShortOfCredits = quota !== undefined && toUnits(quota.remainingCredits) < totalUnits(settings);
  return (
    <div className="z-10 -mx-(--gutter) grid border-line bg-bg px-(--gutter) max-lg:sticky max-lg:bottom-0 max-lg:order-last max-lg:mt-auto max-lg:border-t max-lg:py-3 lg:mx-0 lg:px-0">
      <EngineBanner settings={settings} news={isDownTold ? null : news} onChoose={onModel} />
      <SubmitError settings={settings} quota={quota} message={message} onChoose={onModel} />
      <div className={cx('grid gap-2', isEditable && 'max-lg:grid-cols-[minmax(0,1fr)_auto]')}>
        {isEditable ? (
          <Button
            variant="plain"
            onClick={onEdit}
            className="min-h-12 truncate rounded-control border border-field bg-surface px-3 text-start text-base lg:hidden"
          >
            {settings.prompt}
          </Button>
        ) : null}
        <SubmitButton
          settings={settings}
          submission={submission}
          isShort={isEditable}
          isQuiet={news === 'down' || isShortOfCredits || isTooEarly}
        />
      </div>
      {quota ? (
        <Balance
          settings={settings}
          quota={quota}
          onModel={onModel}
          isTold={message?.kind === 'refusal' && message.code === 'INSUFFICIENT_CREDITS'}
        />
      ) : null}
    </div>
  );
}

interface SubmitButtonProps {
  settings: GenerateSettings;
  submission: SubmitHandle;
  /** Beside something else on a phone. */
  isShort?: boolean;
  /** A press would be refused: the way out of it is the loud button, or to wait. */
  isQuiet?: boolean;
  /** In the place of the form's submission. */
  onPress?: () => void;
}

export function SubmitButton({ settings, submission, isShort = false, isQuiet = false, onPress }: SubmitButtonProps) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const credits = formatCredits(toCredits(totalUnits(settings)), locale);
  return (
    <Button
      type={onPress ? 'button' : 'submit'}
      variant={isQuiet ? 'quiet' : 'primary'}
      size="lg"
      busy={submission.sending}
      disabled={submission.disabled}
      icon={<Sparkles aria-hidden="true" className={cx('size-5', isShort && 'max-lg:hidden')} />}
      className={cx('w-full', isShort && 'max-lg:px-4')}
      onClick={(event) => {
        // The second half of a double click, which may come after the answer to the first.
        if (event.detail > 1) event.preventDefault();
        else onPress?.();
      }}
    >
      <PricedLabel
        action={submission.sending ? t('submit.running') : t('submit.action')}
        price={t('submit.price', { credits })}
      />
    </Button>
  );
}

interface BalanceProps extends Pick<SubmitBarProps, 'settings' | 'onModel'> {
  quota: Quota;
  /** That the credits do not suffice is said above. */
  isTold: boolean;
}

function Balance({ settings, quota, onModel, isTold }: BalanceProps) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const available = toUnits(quota.remainingCredits);
  const after = available - totalUnits(settings);
  const have = formatCredits(quota.remainingCredits, locale);
  if (after < 0) {
    const needed = formatCredits(toCredits(totalUnits(settings)), locale);
    return (
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
        {isTold ? null : (
          <p className="tabular text-ink-2">
            {t('insufficient.missing', { needed, have })} <PlansLink />
          </p>
        )}
        <AffordableButton settings={settings} availableUnits={available} onChoose={onModel} />
      </div>
    );
  }
  return (
    <p className="tabular mt-2 flex flex-wrap justify-between gap-x-4 text-xs text-ink-3 max-lg:justify-center">
      <span>{t('submit.balanceAfter', { before: have, after: formatCredits(toCredits(after), locale) })}</span>
      <span className="hidden lg:inline">{t('submit.shortcut', { key: COMMAND_KEY })}</span>
    </p>
  );
}

import {
  NEGATIVE_PROMPT_MAX,
  PROMPT_MAX,
  codePointLength,
  toCredits,
  type Model,
  type Quota,
  type Refusal,
} from '@app/contracts';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LANGUAGES } from '../../../config/languages';
import { formatCredits, joinSentences } from '../../../shared/format/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { InsteadButton } from '../engine/instead-button';
import { totalUnits, type GenerateSettings } from '../settings/settings';
import { FailureText, FailureRecoveryActions } from './failure-text';
import type { SubmitMessage } from './submit-message';
import { useFormatDate } from '../../../shared/format/use-format-date';

interface SubmitErrorProps {
  settings: GenerateSettings;
  quota: Quota | undefined;
  message: SubmitMessage | null;
  /** Offers another model where the engine of this one is down. */
  onChoose?: (model: Model) => void;
}

function useRefusalText({
  settings,
  quota,
}: Pick<SubmitErrorProps, 'settings' | 'quota'>): (refusal: Refusal) => string {
  const { t } = useTranslation('generate');
  return (refusal) =>
    t(`reasons.${refusal}`, {
      over:
        refusal === 'NEGATIVE_PROMPT_TOO_LONG'
          ? codePointLength(settings.negativePrompt) - NEGATIVE_PROMPT_MAX
          : codePointLength(settings.prompt) - PROMPT_MAX,
      count: refusal === 'TOO_MANY_IN_FLIGHT' ? quota?.inFlightLimit : quota?.imagesPerGeneration,
    });
}

export function SubmitError(props: SubmitErrorProps) {
  const { settings, quota, message, onChoose } = props;
  const { t } = useTranslation('generate');
  const refusalText = useRefusalText(props);
  switch (message?.kind) {
    case 'offline':
      return <Box text={t('offline')} />;
    case 'refusal':
      return (
        <Box
          text={refusalText(message.code)}
          more={<RefusalLinks code={message.code} settings={settings} quota={quota} />}
        >
          {message.code === 'MODEL_NOT_SUPPORTED' && onChoose ? (
            <InsteadButton settings={settings} onChoose={onChoose} />
          ) : null}
        </Box>
      );
    case 'failure':
      return (
        <Box text={<FailureText failure={message.failure} inFlightLimit={quota?.inFlightLimit} />}>
          <FailureRecoveryActions failure={message.failure} settings={settings} onChoose={onChoose} />
        </Box>
      );
    default:
      return <Box text={null} />;
  }
}

interface BoxProps {
  text: ReactNode;
  /** Read out with the text. */
  more?: ReactNode;
  /** Not read out: a countdown would be, each second. */
  children?: ReactNode;
}

function Box({ text, more, children }: BoxProps) {
  return (
    <div
      className={
        text === null ? undefined : 'mb-2 flex items-start gap-2 rounded-control bg-danger-tint px-3 py-2 text-sm'
      }
    >
      {text === null ? null : <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger-text" />}
      <div className="grid gap-1.5">
        <div role="alert" className="grid gap-1 text-danger-text empty:hidden">
          {text === null ? null : <p className="font-semibold">{text}</p>}
          {more}
        </div>
        {children}
      </div>
    </div>
  );
}

/** The way out where credits or the plan do not suffice. */
export function PlansLink() {
  const { t } = useTranslation('generate');
  const to = useAddress();
  return (
    <Link to={to('pricing')} className="font-semibold underline underline-offset-4">
      {t('insufficient.upgrade')}
    </Link>
  );
}

function RefusalLinks({ code, settings, quota }: Pick<SubmitErrorProps, 'settings' | 'quota'> & { code: Refusal }) {
  if (code === 'INSUFFICIENT_CREDITS') return <MissingCredits settings={settings} quota={quota} />;
  return code === 'PLAN_LIMIT' ? <PlansLink /> : null;
}

function MissingCredits({ settings, quota }: Pick<SubmitErrorProps, 'settings' | 'quota'>) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const formatDate = useFormatDate();
  const needed = formatCredits(toCredits(totalUnits(settings)), locale);
  return (
    <p>
      {joinSentences(
        [
          quota && t('insufficient.missing', { needed, have: formatCredits(quota.remainingCredits, locale) }),
          quota?.nextGrantAt &&
            t('insufficient.reset', { date: formatDate(quota.nextGrantAt, { month: 'long', day: 'numeric' }) }),
        ],
        locale,
      )}
      {LANGUAGES[locale].sentenceGap}
      <PlansLink />
    </p>
  );
}

import { SEED_MAX, type ErrorCode, type Model } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { isUnanswered } from '../../../api/client/intent-keys';
import { LANGUAGES } from '../../../config/languages';
import { joinSentences } from '../../../shared/format/format';
import { useDurationText } from '../../../shared/format/use-duration-text';
import { useSecondsLeft } from '../../../shared/hooks/use-seconds-left';
import { useLocale } from '../../../shared/i18n/locale-context';
import { InsteadButton } from '../engine/instead-button';
import { useModels } from '../engine/use-models';
import { useNextLook } from '../engine/use-next-look';
import type { GenerateSettings } from '../settings/settings';
import type { Failure } from './failure';

/** Refused before any credit was touched. */
type EarlyRefusal = Extract<
  ErrorCode,
  'ENGINE_UNAVAILABLE' | 'BACKLOG_FULL' | 'TOO_MANY_IN_FLIGHT' | 'TOO_MANY_REFUSALS' | 'RATE_LIMITED'
>;
const EARLY: Record<EarlyRefusal, true> = {
  ENGINE_UNAVAILABLE: true,
  BACKLOG_FULL: true,
  TOO_MANY_IN_FLIGHT: true,
  TOO_MANY_REFUSALS: true,
  RATE_LIMITED: true,
};
const isEarly = (code: ApiError['code']): code is EarlyRefusal => Object.hasOwn(EARLY, code);

const isOfSeed = ({ code, details }: ApiError): boolean =>
  code === 'VALIDATION_FAILED' && details.some(({ path }) => path === 'body.seed');

interface FailureTextProps {
  failure: Failure;
  inFlightLimit: number | undefined;
}

export function FailureText({ failure: { error, model }, inFlightLimit }: FailureTextProps) {
  const { t } = useTranslation(['generate', 'options']);
  const locale = useLocale();
  const { code } = error;
  const withCredits = (what: string): string => joinSentences([what, t('generate:refused.nothingSpent')], locale);
  if (isOfSeed(error)) {
    return withCredits(
      t('generate:seed.label') + LANGUAGES[locale].colon + t('generate:seed.invalid', { max: SEED_MAX }),
    );
  }
  if (!isEarly(code)) {
    return (
      <>
        {errorText(error, locale, t('generate:result.unknownError'))}
        {isUnanswered(error) ? <span className="block font-normal">{t('generate:refused.notTwice')}</span> : null}
      </>
    );
  }
  if (code !== 'TOO_MANY_IN_FLIGHT') {
    return withCredits(t(`generate:refused.${code}`, { model: t(`options:models.${model}`) }));
  }
  // The balance may not be known yet. This text says itself that no credits were spent.
  if (inFlightLimit === undefined) return errorText(error, locale);
  return withCredits(t(`generate:reasons.${code}`, { count: inFlightLimit }));
}

interface FailureRecoveryActionsProps {
  failure: Failure;
  settings: GenerateSettings;
  onChoose: ((model: Model) => void) | undefined;
}

/** When another try makes sense, and what works at once. */
export function FailureRecoveryActions({
  failure: { error, model, retryAt },
  settings,
  onChoose,
}: FailureRecoveryActionsProps) {
  const models = useModels();
  const nextLook = useNextLook();
  const retryTime = useRetryTime(retryAt);
  const isEngineDown = error.code === 'ENGINE_UNAVAILABLE';
  return (
    <>
      <p className="tabular empty:hidden">{isEngineDown && models.isDown(model) ? nextLook : retryTime}</p>
      {isEngineDown && onChoose ? <InsteadButton settings={settings} onChoose={onChoose} /> : null}
    </>
  );
}

function useRetryTime(at: number | null): string | null {
  const { t } = useTranslation('generate');
  const duration = useDurationText();
  const left = useSecondsLeft(at);
  if (left === null) return null;
  return left > 0 ? t('refused.retryIn', { time: duration(left) }) : t('refused.retryNow');
}

import type { ErrorCode, Model } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../api/api-error';
import { errorText } from '../../../api/error-text';
import { useDurationText } from '../../../shared/hooks/use-duration-text';
import { useSecondsLeft } from '../../../shared/hooks/use-seconds-left';
import { AskedAgain } from '../engine/asked-again';
import { InsteadButton } from '../engine/instead-button';
import { useModels } from '../engine/use-models';
import type { GenerateSettings } from '../settings/settings';
import type { Failure } from './failure';

/** Refused before any credit was touched. */
type EarlyRefusal = Extract<ErrorCode, 'ENGINE_UNAVAILABLE' | 'BACKLOG_FULL' | 'TOO_MANY_IN_FLIGHT' | 'RATE_LIMITED'>;
const EARLY: Record<EarlyRefusal, true> = {
  ENGINE_UNAVAILABLE: true,
  BACKLOG_FULL: true,
  TOO_MANY_IN_FLIGHT: true,
  RATE_LIMITED: true,
};
const isEarly = (code: ApiError['code']): code is EarlyRefusal => Object.hasOwn(EARLY, code);

interface FailureTextProps {
  failure: Failure;
  inFlightLimit: number | undefined;
}

/** What the server said, and what that means for the credits. */
export function FailureText({ failure: { error, model }, inFlightLimit }: FailureTextProps) {
  const { t } = useTranslation(['generate', 'options']);
  const { code, status } = error;
  if (!isEarly(code)) {
    const mayHaveBegun = status === 0 || status >= 500;
    return (
      <>
        {errorText(error)} {mayHaveBegun ? t('generate:refused.notTwice') : null}
      </>
    );
  }
  const what =
    code === 'TOO_MANY_IN_FLIGHT'
      ? t(`generate:reasons.${code}`, { limit: inFlightLimit })
      : t(`generate:refused.${code}`, { model: t(`options:models.${model}`) });
  return (
    <>
      {what} {t('generate:refused.nothingSpent')}
    </>
  );
}

interface WaysOutProps {
  failure: Failure;
  settings: GenerateSettings;
  onChoose: ((model: Model) => void) | undefined;
}

/** When another try makes sense, and what works at once. */
export function FailureWaysOut({ failure: { error, model, retryAt }, settings, onChoose }: WaysOutProps) {
  const models = useModels();
  const isEngineDown = error.code === 'ENGINE_UNAVAILABLE';
  return (
    <>
      <p className="tabular empty:hidden">
        {isEngineDown && models.isDown(model) ? <AskedAgain at={models.askAgainAt} /> : <RetryTime at={retryAt} />}
      </p>
      {isEngineDown && onChoose ? <InsteadButton settings={settings} onChoose={onChoose} /> : null}
    </>
  );
}

function RetryTime({ at }: { at: number | null }) {
  const { t } = useTranslation('generate');
  const duration = useDurationText();
  const left = useSecondsLeft(at);
  if (left === null) return null;
  return left > 0 ? t('refused.retryIn', { time: duration(left) }) : t('refused.retryNow');
}

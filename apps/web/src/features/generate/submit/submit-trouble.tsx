import { NEGATIVE_PROMPT_MAX, PROMPT_MAX, codePointLength, toCredits, type Quota, type Refusal } from '@app/contracts';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { errorText } from '../../../api/error-text';
import { formatCredits, formatDate } from '../../../shared/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { totalUnits, type GenerateSettings } from '../settings/settings';
import type { SubmitHandle } from './use-submit';

interface TroubleProps {
  settings: GenerateSettings;
  quota: Quota | undefined;
  handle: SubmitHandle;
}

/** Told without being pressed: the button is disabled by them, and nobody could guess why. */
const STANDING: ReadonlySet<Refusal> = new Set(['MODEL_NOT_SUPPORTED', 'TOO_MANY_IN_FLIGHT']);

function useRefusalText({ settings, quota }: Omit<TroubleProps, 'handle'>): (refusal: Refusal) => string {
  const { t } = useTranslation('generate');
  return (refusal) =>
    t(`reasons.${refusal}`, {
      over:
        refusal === 'NEGATIVE_PROMPT_TOO_LONG'
          ? codePointLength(settings.negativePrompt) - NEGATIVE_PROMPT_MAX
          : codePointLength(settings.prompt) - PROMPT_MAX,
      max: quota?.imagesPerGeneration,
      limit: quota?.inFlightLimit,
    });
}

/** Why the button is disabled, why the last press led to nothing, or what the server said. */
export function SubmitTrouble({ settings, quota, handle }: TroubleProps) {
  const refusalText = useRefusalText({ settings, quota });
  const { reasons, refusal, error } = handle;
  const standing = reasons.find((reason) => STANDING.has(reason));
  const shown = refusal ?? standing ?? (error?.code === 'INSUFFICIENT_CREDITS' ? error.code : undefined);
  const text = shown ? refusalText(shown) : error ? errorText(error) : null;
  return (
    <div role="alert" className="empty:hidden">
      {text === null ? null : (
        <div className="flex items-start gap-2 rounded-control bg-danger-tint px-3 py-2 text-sm text-danger-text">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <div className="grid gap-1">
            <p className="font-semibold">{text}</p>
            {shown === 'INSUFFICIENT_CREDITS' && quota ? <WaysOut settings={settings} quota={quota} /> : null}
          </div>
        </div>
      )}
    </div>
  );
}

/** What is missing, and where more comes from. */
function WaysOut({ settings, quota }: { settings: GenerateSettings; quota: Quota }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const to = useAddress();
  const needed = formatCredits(toCredits(totalUnits(settings)), locale);
  return (
    <p>
      {t('insufficient.missing', { needed, have: formatCredits(quota.remainingCredits, locale) })}{' '}
      {quota.nextGrantAt
        ? `${t('insufficient.reset', { date: formatDate(quota.nextGrantAt, locale, { month: 'long', day: 'numeric' }) })} `
        : null}
      <Link to={to('pricing')} className="font-semibold underline underline-offset-4">
        {t('insufficient.upgrade')}
      </Link>
    </p>
  );
}

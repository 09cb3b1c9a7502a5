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
import { formatCredits } from '../../../shared/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { totalUnits, type GenerateSettings } from '../settings/settings';
import { FailureText, FailureRecoveryActions } from './failure-text';
import type { Failure } from './failure';
import type { SubmitHandle } from './use-submit';
import { useFormatDate } from '../../../shared/hooks/use-format-date';

interface SubmitErrorProps {
  settings: GenerateSettings;
  quota: Quota | undefined;
  handle: SubmitHandle;
  /** What the server said, as far as it still holds. */
  failure: Failure | null;
  /** Offers another model where the engine of this one is down. */
  onChoose?: (model: Model) => void;
}

/** Told without being pressed: the button is disabled by them, and nobody could guess why. */
const STANDING: ReadonlySet<Refusal> = new Set(['MODEL_NOT_SUPPORTED', 'TOO_MANY_IN_FLIGHT']);

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

/** What is said against a request, beside failures. */
export function toldRefusal({ refusal, reasons, offline }: SubmitHandle, failure: Failure | null): Refusal | undefined {
  if (offline) return undefined;
  const standing = reasons.find((reason) => STANDING.has(reason));
  const code = failure?.error.code;
  const isOfPlan = code === 'PLAN_LIMIT' && reasons.includes(code);
  const known = code === 'INSUFFICIENT_CREDITS' || isOfPlan ? code : undefined;
  return refusal ?? (failure && !known ? undefined : (standing ?? known));
}

export function SubmitError(props: SubmitErrorProps) {
  const { settings, quota, handle, failure, onChoose } = props;
  const { t } = useTranslation('generate');
  const refusalText = useRefusalText(props);
  const refusal = toldRefusal(handle, failure);
  if (handle.offline) return <Box text={t('offline')} />;
  if (refusal) {
    return (
      <Box
        text={refusalText(refusal)}
        more={
          refusal === 'INSUFFICIENT_CREDITS' ? (
            <RecoveryActions settings={settings} quota={quota} />
          ) : refusal === 'PLAN_LIMIT' ? (
            <PlansLink />
          ) : null
        }
      />
    );
  }
  return (
    <Box text={failure ? <FailureText failure={failure} inFlightLimit={quota?.inFlightLimit} /> : null}>
      {failure ? <FailureRecoveryActions failure={failure} settings={settings} onChoose={onChoose} /> : null}
    </Box>
  );
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

function RecoveryActions({ settings, quota }: Pick<SubmitErrorProps, 'settings' | 'quota'>) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const formatDate = useFormatDate();
  const needed = formatCredits(toCredits(totalUnits(settings)), locale);
  return (
    <p>
      {quota ? `${t('insufficient.missing', { needed, have: formatCredits(quota.remainingCredits, locale) })} ` : null}
      {quota?.nextGrantAt
        ? `${t('insufficient.reset', { date: formatDate(quota.nextGrantAt, { month: 'long', day: 'numeric' }) })} `
        : null}
      <PlansLink />
    </p>
  );
}

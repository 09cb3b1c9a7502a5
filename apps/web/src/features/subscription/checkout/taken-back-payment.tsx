import type { PaymentOutcome } from '@app/contracts';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../api/auth/use-session';
import { formatMoney, joinSentences } from '../../../shared/format/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { ButtonLink } from '../../../shared/ui/actions/button';
import { StatusPage } from '../../../shared/ui/feedback/status-page';

/** A payment that succeeded and went back since, or is to, as a second one of the same person does at once. */
export const isTakenBack = ({ refunded_amount: refunded, is_unearned, is_disputed }: PaymentOutcome): boolean =>
  refunded > 0 || is_unearned || is_disputed;

export function TakenBackPayment({ outcome }: { outcome: PaymentOutcome }) {
  const { t } = useTranslation('payment');
  const { t: tCommon } = useTranslation();
  const locale = useLocale();
  const to = useAddress();
  const plan = useUser()?.subscription_status ?? 'free';
  const { is_disputed: isDisputed, refunded_amount: refunded } = outcome;
  const title = isDisputed ? 'disputedTitle' : refunded > 0 ? 'refundedTitle' : 'unearnedTitle';
  return (
    <StatusPage
      icon={CircleAlert}
      title={t(`success.${title}`)}
      text={joinSentences(
        [useWhatHappened(outcome), t('success.nonePlan', { plan: tCommon(`plans.${plan}`) })],
        locale,
      )}
    >
      <ButtonLink variant="primary" to={to('profile', { query: { tab: 'subscription' } })}>
        {t('success.subscription')}
      </ButtonLink>
      {plan === 'free' ? <ButtonLink to={to('pricing')}>{t('success.plans')}</ButtonLink> : null}
      {title !== 'refundedTitle' ? <ButtonLink to={to('contact')}>{t('failed.contact')}</ButtonLink> : null}
    </StatusPage>
  );
}

function useWhatHappened({ is_disputed: isDisputed, ...outcome }: PaymentOutcome): string {
  const { t } = useTranslation('payment');
  const locale = useLocale();
  const amount = formatMoney(outcome.amount, locale);
  if (isDisputed) return t('success.disputed', { amount });
  if (outcome.refunded_amount === 0) return t('success.unearned', { amount });
  if (outcome.refunded_amount >= outcome.amount) return t('success.refunded', { amount });
  return t('success.refundedPart', { amount, refunded: formatMoney(outcome.refunded_amount, locale) });
}

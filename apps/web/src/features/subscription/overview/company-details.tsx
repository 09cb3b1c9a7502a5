import {
  BILLING_ADDRESS_LINES_MAX,
  BILLING_ADDRESS_MAX,
  COMPANY_MAX,
  PAYMENTS_PAGE_SIZE,
  TAX_ID_MAX,
  codePointLength,
  isTaxId,
  type BillingDetails,
  type Subscription,
} from '@app/contracts';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../api/client/error-text';
import { useBillingDetailsQuery, usePaymentsQuery, useSetBillingDetailsMutation } from '../../../api/endpoints/billing';
import { joinSentences } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { useUnsaved } from '../../../shared/interaction/use-unsaved';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { TextArea } from '../../../shared/ui/forms/text-area';
import { TextField } from '../../../shared/ui/forms/text-field';
import { Section } from './section';

/** For people with receipts of PayPal payments: Stripe asks for them on its own page. */
export function CompanyDetails({ subscription }: { subscription: Subscription | null }) {
  const payments = usePaymentsQuery({ page: 1, limit: PAYMENTS_PAGE_SIZE });
  const paysByPayPal = (part: { provider: string }) => part.provider === 'paypal';
  const isShown = (subscription && paysByPayPal(subscription)) || payments.data?.data.some(paysByPayPal);
  return isShown ? <Details /> : null;
}

function Details() {
  const { t } = useTranslation('billing');
  const query = useBillingDetailsQuery();
  return (
    <Section title={t('company.title')} query={query} failed={t('company.failed')} skeletonClass="h-60">
      {(saved) => <Form saved={saved} />}
    </Section>
  );
}

function Form({ saved }: { saved: BillingDetails }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const [draft, setDraft] = useState(saved);
  const [save, { isLoading, error }] = useSetBillingDetailsMutation();
  const wrong = useMistakes(draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  useUnsaved(isChanged);
  const input = (field: keyof BillingDetails) => ({
    value: draft[field],
    error: wrong[field],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [field]: event.target.value }),
  });
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const { data } = await save(draft);
    if (!data) return;
    // Typing may have gone on during the request.
    setDraft((typed) => (typed === draft ? data : typed));
    showToast({ kind: 'success', text: t('company.saved') });
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-6">
      <p className="max-w-[60ch] text-ink-2">{t('company.text')}</p>
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label={t('company.name')} autoComplete="organization" {...input('company')} />
        <TextField label={t('company.taxId')} autoComplete="off" {...input('tax_id')} />
      </div>
      <TextArea label={t('company.address')} rows={3} autoComplete="street-address" {...input('address')} />
      {error ? (
        <p role="alert" className="text-sm text-danger-text">
          {joinSentences([t('company.saveFailed'), errorText(error, locale)], locale)}
        </p>
      ) : null}
      <div>
        <Button
          type="submit"
          variant="primary"
          className="min-h-11"
          busy={isLoading}
          disabled={!isChanged || Object.values(wrong).some(Boolean)}
        >
          {t('company.save')}
        </Button>
      </div>
    </form>
  );
}

function useMistakes(draft: BillingDetails): Record<keyof BillingDetails, string | undefined> {
  const { t } = useTranslation('billing');
  const isLong = (field: keyof BillingDetails, max: number) => codePointLength(draft[field].trim()) > max;
  const lines = draft.address.split('\n').filter((line) => line.trim() !== '').length;
  return {
    company: isLong('company', COMPANY_MAX) ? t('company.tooLong', { count: COMPANY_MAX }) : undefined,
    tax_id:
      isLong('tax_id', TAX_ID_MAX) || !isTaxId(draft.tax_id)
        ? t('company.taxIdWrong', { count: TAX_ID_MAX })
        : undefined,
    address:
      lines > BILLING_ADDRESS_LINES_MAX
        ? t('company.tooManyLines', { count: BILLING_ADDRESS_LINES_MAX })
        : isLong('address', BILLING_ADDRESS_MAX)
          ? t('company.tooLong', { count: BILLING_ADDRESS_MAX })
          : undefined,
  };
}

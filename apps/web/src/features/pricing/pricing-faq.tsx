import { GRACE_DAYS, REFUND_DAYS, REFUND_MAX_USED } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '../../shared/ui/navigation/disclosure';

const QUESTIONS = ['cancellation', 'payment', 'refund', 'copyright', 'support'] as const;

export function PricingFaq() {
  const { t } = useTranslation('pricing');
  const values = { grace: GRACE_DAYS, days: REFUND_DAYS, percent: REFUND_MAX_USED * 100 };
  return (
    <section
      aria-labelledby="pricing-faq"
      className="page grid gap-6 pt-18 lg:grid-cols-[240px_minmax(0,1fr)] lg:gap-18"
    >
      <h2 id="pricing-faq" className="text-2xl">
        {t('faq.title')}
      </h2>
      <div className="max-w-[68ch]">
        {QUESTIONS.map((question) => (
          <Disclosure key={question} summary={t(`faq.${question}.question`)}>
            <p>{t(`faq.${question}.answer`, values)}</p>
          </Disclosure>
        ))}
      </div>
    </section>
  );
}

import { useTranslation } from 'react-i18next';
import { Disclosure } from '../../shared/ui/navigation/disclosure';

const QUESTIONS = ['cancellation', 'payment', 'copyright', 'support'] as const;

export function PricingFaq() {
  const { t } = useTranslation('pricing');
  return (
    <section aria-labelledby="pricing-faq" className="reading grid gap-6 pt-28">
      <h2 id="pricing-faq" className="text-2xl">
        {t('faq.title')}
      </h2>
      <div>
        {QUESTIONS.map((question) => (
          <Disclosure key={question} summary={t(`faq.${question}.question`)}>
            <p>{t(`faq.${question}.answer`)}</p>
          </Disclosure>
        ))}
      </div>
    </section>
  );
}

import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonStyle, type ButtonVariant } from '../../shared/ui/actions/button-style';

interface PaypalLinkProps {
  /** Of PayPal's page of automatic payments; null until it is known. */
  href: string | null;
  variant: ButtonVariant;
  className?: string;
}

/** To where people change how PayPal is paid: a missing payment is then taken by itself. */
export function PaypalLink({ href, variant, className }: PaypalLinkProps) {
  const { t } = useTranslation('errors');
  return href === null ? null : (
    <a href={href} className={buttonStyle(variant, 'md', className)}>
      <ExternalLink aria-hidden="true" className="size-4" />
      {t('pastDue.openPaypal')}
    </a>
  );
}

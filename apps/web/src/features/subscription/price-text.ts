import type { Locale } from '@app/contracts';
import type { TFunction } from 'i18next';
import { formatPrice } from '../../shared/format/format';

interface RepeatedPrice {
  /** In dollars. */
  amount: number;
  isAnnual: boolean;
  locale: Locale;
}

/** `$9.99 a month`. */
export const priceText = (t: TFunction<'billing'>, { amount, isAnnual, locale }: RepeatedPrice): string =>
  t(isAnnual ? 'plan.price.annual' : 'plan.price.monthly', { amount: formatPrice(Math.round(amount * 100), locale) });

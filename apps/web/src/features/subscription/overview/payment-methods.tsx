import type { PaymentMethod, Subscription } from '@app/contracts';
import { CreditCard, Plus } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import {
  usePaymentMethodsQuery,
  useRemoveMethodMutation,
  useSetDefaultMethodMutation,
} from '../../../api/endpoints/payment-methods';
import { formatDate, joinSentences } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { Badge } from '../../../shared/ui/feedback/badge';
import { InlineQuestion } from '../../../shared/ui/feedback/inline-question';
import { Empty, ROWS_STYLE, Section } from './section';
import { useAddCard } from './use-repair-payment';

/** The saved cards; PayPal keeps its own. */
export function PaymentMethods({ subscription }: { subscription: Subscription | null }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const isPayPal = subscription?.provider === 'paypal';
  const query = usePaymentMethodsQuery(undefined, { skip: isPayPal, refetchOnFocus: true });
  const addCard = useAddCard();
  const addButton = useRef<HTMLButtonElement>(null);
  // Where nothing can be bought there is nothing to keep either.
  if (!subscription && isApiError(query.error) && query.error.code === 'PAYMENT_UNAVAILABLE') return null;
  const shown = isPayPal ? { ...query, data: [], error: undefined } : query;
  return (
    <Section
      title={t('methods.title')}
      query={shown}
      failed={t('methods.failed')}
      skeletonClass="h-16"
      action={
        isPayPal || !query.data ? null : (
          <Button
            ref={addButton}
            busy={addCard.isLeaving}
            onClick={() => void addCard.run()}
            icon={<Plus aria-hidden="true" className="size-4" />}
          >
            {addCard.isLeaving ? t('methods.adding') : t('methods.add')}
          </Button>
        )
      }
    >
      {(methods) => (
        <div className="grid gap-3">
          {methods.length > 0 ? (
            <ul className={ROWS_STYLE}>
              {methods.map((method) => (
                <Card
                  key={method.id}
                  method={method}
                  isRequired={subscription !== null && method.is_default}
                  onRemoved={() => giveFocusBack(addButton)}
                />
              ))}
            </ul>
          ) : (
            <Empty>{isPayPal ? t('methods.paypal') : t('methods.empty')}</Empty>
          )}
          {addCard.error ? (
            <p role="alert" className="text-sm text-danger-text">
              {joinSentences([t('methods.addFailed'), errorText(addCard.error, locale)], locale)}
            </p>
          ) : null}
        </div>
      )}
    </Section>
  );
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Once what was pressed is gone; not if somebody has gone on meanwhile. */
function giveFocusBack(button: RefObject<HTMLButtonElement | null>): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) button.current?.focus();
  });
}

interface CardProps {
  method: PaymentMethod;
  /** The subscription is charged to it, so another default comes first. */
  isRequired: boolean;
  onRemoved: () => void;
}

function Card({ method, isRequired, onRemoved }: CardProps) {
  const { t } = useTranslation('billing');
  const [isAsking, setAsking] = useState(false);
  const removeButton = useRef<HTMLButtonElement>(null);
  const { setDefault, remove, isBusy, failure } = useCardActions(method);
  const { brand, last4, type } = method;
  const name = last4
    ? t('methods.card', { brand: BRANDS[brand ?? ''] ?? brand ?? type, last4 })
    : t('methods.plain', { type });
  const keep = () => {
    setAsking(false);
    giveFocusBack(removeButton);
  };
  const confirm = async () => {
    setAsking(false);
    if (await remove()) onRemoved();
    else giveFocusBack(removeButton);
  };
  return (
    <li className="col-span-full grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CreditCard aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
        <span className="tabular grid min-w-40 flex-1">
          <span className="font-semibold">{name}</span>
          <Expiry method={method} />
        </span>
        {method.is_default ? <Badge tone="ok">{t('methods.default')}</Badge> : null}
        {isAsking ? null : (
          <CardButtons
            method={method}
            name={name}
            isRequired={isRequired}
            isBusy={isBusy}
            removeButton={removeButton}
            onDefault={() => void setDefault()}
            onRemove={() => setAsking(true)}
          />
        )}
      </div>
      {isAsking ? (
        <InlineQuestion yes={t('methods.yes')} no={t('methods.no')} onNo={keep} onYes={() => void confirm()}>
          {t('methods.removeAsk')}
        </InlineQuestion>
      ) : null}
      {failure ? (
        <p role="alert" className="text-sm text-danger-text">
          {failure}
        </p>
      ) : null}
    </li>
  );
}

interface CardButtonsProps {
  method: PaymentMethod;
  name: string;
  isRequired: boolean;
  isBusy: boolean;
  removeButton: RefObject<HTMLButtonElement | null>;
  onDefault: () => void;
  onRemove: () => void;
}

function CardButtons({ method, name, isRequired, isBusy, removeButton, onDefault, onRemove }: CardButtonsProps) {
  const { t } = useTranslation('billing');
  const label = (action: string) => t('methods.named', { action, card: name });
  return (
    <span className="flex gap-1 empty:hidden">
      {method.is_default ? null : (
        <Button variant="ghost" busy={isBusy} aria-label={label(t('methods.makeDefault'))} onClick={onDefault}>
          {t('methods.makeDefault')}
        </Button>
      )}
      {isRequired ? null : (
        <Button
          ref={removeButton}
          variant="ghost"
          disabled={isBusy}
          aria-label={label(t('methods.remove'))}
          onClick={onRemove}
        >
          {t('methods.remove')}
        </Button>
      )}
    </span>
  );
}

function Expiry({ method: { exp_month: month, exp_year: year } }: { method: PaymentMethod }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const [now] = useState(() => Date.now());
  if (month === null || year === null) return null;
  const ends = new Date(Date.UTC(year, month, 0));
  const date = formatDate(ends, locale, { year: 'numeric', month: 'short', timeZone: 'UTC' });
  const isOver = ends.getTime() + 86_400_000 < now;
  return (
    <span className={isOver ? 'text-sm text-danger-text' : 'text-sm text-ink-3'}>
      {isOver ? t('methods.expired', { date }) : t('methods.expires', { date })}
    </span>
  );
}

function useCardActions({ id }: PaymentMethod) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const [makeDefault, changing] = useSetDefaultMethodMutation();
  const [removeMethod, removing] = useRemoveMethodMutation();
  const setDefault = async () => {
    removing.reset();
    const { data } = await makeDefault(id);
    if (data) showToast({ kind: 'success', text: t('methods.made') });
  };
  const remove = async (): Promise<boolean> => {
    changing.reset();
    const { error } = await removeMethod(id);
    if (!error) showToast({ kind: 'success', text: t('methods.removed') });
    return !error;
  };
  const failure = changing.error
    ? joinSentences([t('methods.makeFailed'), errorText(changing.error, locale)], locale)
    : removing.error
      ? joinSentences([t('methods.removeFailed'), errorText(removing.error, locale)], locale)
      : null;
  return { setDefault, remove, isBusy: changing.isLoading || removing.isLoading, failure };
}

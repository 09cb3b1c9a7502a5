import type { Stripe } from 'stripe';

/**
 * A type of the vendor as the object looks on the wire before anything is expanded: references are ids, decimals are
 * text. Builders return these types, so that a new version of the client library checks them again.
 */
export type Wire<T> = unknown extends T
  ? unknown
  : string extends T
    ? Extract<T, string | null | undefined>
    : WireObject<T>;

type WireObject<T> = T extends Stripe.Decimal
  ? string
  : T extends Stripe.ApiList<infer U>
    ? WireList<Wire<U>>
    : T extends (infer U)[]
      ? Wire<U>[]
      : T extends object
        ? { [K in keyof T]: Wire<T[K]> }
        : T;

export interface WireList<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

/** A card's behaviour, kept apart because the service never shows it. */
export interface CardBehaviour {
  id: string;
  object: 'card_behaviour';
  outcome: string;
  /** Whether the bank has already confirmed the holder, for cards that ask only once. */
  isAuthenticated: boolean;
}

/** Where a person goes after the bank has asked them about a payment. */
export interface IntentContext {
  id: string;
  object: 'intent_context';
  returnUrl: string | null;
  /** The checkout session, if the payment is made on its page. */
  session: string | null;
}

/** An answer that was given under an idempotency key, which is its id. */
export interface IdempotentAnswer {
  id: string;
  object: 'idempotent_answer';
  path: string;
  fingerprint: string;
  requestId: string;
  status: number;
  body: string;
  /** Real time: keys live for a day, however the sandbox's clock is turned. */
  at: number;
}

/** An event on its way to one address. */
export interface Delivery {
  id: string;
  object: 'delivery';
  event: string;
  type: string;
  url: string;
  secret: string;
  /** Real milliseconds. */
  dueAt: number;
  attempts: number;
  status: 'waiting' | 'delivered' | 'failed' | 'lost';
  /** The receiver's status, 0 without an answer; null before the first attempt. */
  answer: number | null;
}

/** Every kind of object by the value of its `object` field. */
export interface StripeObjects {
  'checkout.session': Wire<Stripe.Checkout.Session>;
  charge: Wire<Stripe.Charge>;
  customer: Wire<Stripe.Customer>;
  dispute: Wire<Stripe.Dispute>;
  event: WireEvent;
  invoice: Wire<Stripe.Invoice>;
  invoice_payment: Wire<Stripe.InvoicePayment>;
  invoiceitem: Wire<Stripe.InvoiceItem>;
  payment_intent: Wire<Stripe.PaymentIntent>;
  payment_method: Wire<Stripe.PaymentMethod>;
  price: Wire<Stripe.Price>;
  product: Wire<Stripe.Product>;
  refund: Wire<Stripe.Refund>;
  setup_intent: Wire<Stripe.SetupIntent>;
  subscription: Wire<Stripe.Subscription>;
  subscription_schedule: Wire<Stripe.SubscriptionSchedule>;
  tax_id: Wire<Stripe.TaxId>;
  webhook_endpoint: Wire<Stripe.WebhookEndpoint>;
  card_behaviour: CardBehaviour;
  intent_context: IntentContext;
  delivery: Delivery;
  idempotent_answer: IdempotentAnswer;
  checkout_order: CheckoutOrder;
  /** A customer that was deleted can still be asked for. */
  tombstone: { id: string; object: 'tombstone' };
}
export type Kind = keyof StripeObjects;
export type Stored<K extends Kind> = StripeObjects[K];

/** Who buys for a company may have its name and tax id on the invoices. */
export interface Business {
  name: string;
  taxId: string;
}

/** What a checkout session was asked to make, and the payment that is being made on its page. */
export interface CheckoutOrder {
  id: string;
  object: 'checkout_order';
  /** Shown when they are asked for. */
  items: Wire<Stripe.LineItem>[];
  metadata: Record<string, string>;
  description: string | null;
  setupFutureUsage: 'off_session' | 'on_session' | null;
  intent: string | null;
  email: string | null;
  name: string | null;
  business?: Business | null;
}

export interface WireEvent extends Omit<Wire<Stripe.EventBase>, 'data' | 'type'> {
  object: 'event';
  type: EventType;
  data: { object: object; previous_attributes?: object };
}
export type EventType = Stripe.Event['type'];

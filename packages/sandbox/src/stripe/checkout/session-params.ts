import type { Stripe } from 'stripe';
import { z } from 'zod';
import { address, flag, integer, metadata, params, text, type ParamsOf } from '../api/params.js';
import { currency, NewPrice } from '../resources/prices.js';

const switchable = z.strictObject({ enabled: flag }).optional();
const priceData = z.strictObject({
  ...NewPrice,
  product: text.optional(),
  product_data: z
    .strictObject({
      name: text,
      description: text.optional(),
      images: z.array(text).optional(),
      metadata: metadata.optional(),
    })
    .optional(),
});
export const LineItem = z.strictObject({
  price: text.optional(),
  price_data: priceData.optional(),
  quantity: integer.refine((value) => value > 0, { error: 'at_least:0' }).default(1),
});

export const NewSession = params({
  mode: z.enum(['payment', 'setup', 'subscription']),
  success_url: address.optional(),
  cancel_url: address.optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_update: z
    .strictObject({
      address: z.enum(['auto', 'never']).optional(),
      name: z.enum(['auto', 'never']).optional(),
      shipping: z.enum(['auto', 'never']).optional(),
    })
    .optional(),
  client_reference_id: text.max(200).optional(),
  currency: currency.optional(),
  line_items: z.array(LineItem).optional(),
  metadata: metadata.optional(),
  expires_at: integer.optional(),
  locale: z.enum(['auto', 'en', 'en-GB', 'zh', 'zh-HK', 'zh-TW', 'de', 'es', 'fr', 'ja', 'ko']).optional(),
  allowed_payment_method_types: z.array(z.enum(['card'])).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  submit_type: z.enum(['auto', 'pay', 'subscribe', 'book', 'donate']).optional(),
  ui_mode: z.enum(['hosted_page']).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  allow_promotion_codes: flag.optional(),
  adaptive_pricing: switchable,
  automatic_tax: switchable,
  invoice_creation: switchable,
  phone_number_collection: switchable,
  tax_id_collection: switchable,
  saved_payment_method_options: z
    .strictObject({
      allow_redisplay_filters: z.array(z.enum(['always', 'limited', 'unspecified'])).optional(),
      payment_method_remove: z.enum(['enabled', 'disabled']).optional(),
      payment_method_save: z.enum(['enabled', 'disabled']).optional(),
    })
    .optional(),
  payment_method_options: z
    .strictObject({
      card: z.strictObject({ request_three_d_secure: z.enum(['any', 'automatic', 'challenge']).optional() }).optional(),
    })
    .optional(),
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      receipt_email: text.optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
    })
    .optional(),
  setup_intent_data: z.strictObject({ description: text.optional(), metadata: metadata.optional() }).optional(),
  subscription_data: z
    .strictObject({
      billing_mode: z.strictObject({ type: z.enum(['classic', 'flexible']) }).optional(),
      description: text.optional(),
      metadata: metadata.optional(),
    })
    .optional(),
} satisfies ParamsOf<Stripe.Checkout.SessionCreateParams>);
export type NewSession = z.infer<typeof NewSession>;

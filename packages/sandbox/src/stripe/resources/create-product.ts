import type { z } from 'zod';
import { mergeMetadata, type metadata } from '../api/params.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';

export interface ProductFields {
  name: string;
  active?: boolean | undefined;
  description?: string | null | undefined;
  images?: string[] | '' | undefined;
  marketing_features?: { name: string }[] | '' | undefined;
  metadata?: z.infer<typeof metadata> | undefined;
  shippable?: boolean | undefined;
  statement_descriptor?: string | undefined;
  tax_code?: string | null | undefined;
  unit_label?: string | null | undefined;
  url?: string | null | undefined;
}

export const createProduct = (account: StripeAccount, id: string, given: ProductFields): Stored<'product'> =>
  account.create(
    'product',
    {
      id,
      object: 'product',
      active: given.active ?? true,
      created: account.now(),
      default_price: null,
      description: given.description ?? null,
      images: given.images || [],
      livemode: false,
      marketing_features: given.marketing_features || [],
      metadata: mergeMetadata({}, given.metadata),
      name: given.name,
      package_dimensions: null,
      shippable: given.shippable ?? null,
      statement_descriptor: given.statement_descriptor ?? null,
      tax_code: given.tax_code ?? null,
      tax_details: null,
      type: 'service',
      unit_label: given.unit_label ?? null,
      updated: account.now(),
      url: given.url ?? null,
    },
    'product.created',
  );

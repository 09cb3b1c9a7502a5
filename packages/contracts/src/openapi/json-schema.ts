import * as z from 'zod';
import { failureSchema } from '../core/envelope.js';
import { ERROR_CODES } from '../core/error-codes.js';
import { BATCH_ROW_ERROR_CODES, batchRowSchema, batchSchema, batchWithRowsSchema } from '../batches/schemas.js';
import { apiKeySchema, newApiKeySchema } from '../api-keys/schemas.js';
import { generateBody } from '../images/calls.js';
import {
  galleryItemSchema,
  generationSchema,
  imageSchema,
  modelOfferSchema,
  sharedImageSchema,
  thumbnailSchema,
} from '../images/schemas.js';
import {
  newWebhookEndpointSchema,
  webhookDeliverySchema,
  webhookEndpointSchema,
} from '../outgoing-webhooks/schemas.js';
import { quotaSchema } from '../quota/schemas.js';

export type Json = Record<string, unknown>;

/** Schemas that the document names, so that generated clients have types with names. */
const NAMED: Record<string, z.ZodType> = {
  ApiKey: apiKeySchema,
  Batch: batchSchema,
  BatchRow: batchRowSchema,
  BatchWithRows: batchWithRowsSchema,
  Credits: quotaSchema,
  Failure: failureSchema,
  GalleryItem: galleryItemSchema,
  GenerateRequest: generateBody,
  Generation: generationSchema,
  Image: imageSchema,
  Model: modelOfferSchema,
  NewApiKey: newApiKeySchema,
  NewWebhookEndpoint: newWebhookEndpointSchema,
  SharedImage: sharedImageSchema,
  Thumbnail: thumbnailSchema,
  WebhookDelivery: webhookDeliverySchema,
  WebhookEndpoint: webhookEndpointSchema,
};

function namesOf(schemas: Record<string, z.ZodType>) {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) names.add(schema, { id });
  return names;
}
const names = namesOf(NAMED);

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/** Refers to the components of the document instead of definitions inside the schema. */
function withSharedRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSharedRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string' ? [key, inner.replace(LOCAL, SHARED)] : [key, withSharedRefs(inner)],
    ),
  );
}

const CODES = new Set<unknown>([...ERROR_CODES, ...BATCH_ROW_ERROR_CODES]);

/** Codes that are answered: an enumeration would refuse those that are added later. */
export const growingCodes = (codes: readonly unknown[]): Json => ({
  type: 'string',
  description: 'Those of now; others may be added',
  examples: codes,
});

/** Clients made from the document must accept the fields and codes that are added later. */
function letGrow(made: z.core.JSONSchema.BaseSchema): void {
  if (made.additionalProperties === false) delete made.additionalProperties;
  if (!made.enum?.every((value) => CODES.has(value))) return;
  Object.assign(made, growingCodes(made.enum));
  delete made.enum;
}

/** Collects the named schemas that it meets. */
export class SchemaCollector {
  readonly components: Record<string, Json> = {};

  describe(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs = {},
      ...described
    } = z.toJSONSchema(schema, {
      io,
      metadata: names,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      // Every integer has these bounds; a mock server answers the lowest number that is allowed.
      override: ({ jsonSchema: made }) => {
        if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
        if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
        if (io === 'output') letGrow(made);
      },
    });
    for (const [name, definition] of Object.entries($defs)) {
      const { id: __, ...own } = withSharedRefs(definition) as Json;
      this.components[name] = own;
    }
    return withSharedRefs(described) as Json;
  }
}

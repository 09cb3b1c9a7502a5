import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';

const Product = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  description: z.string().optional(),
  category: z.string().optional(),
  createdAt: z.number(),
});
export type Product = z.infer<typeof Product>;
const Products = z.array(Product);
export type Products = Slice<z.infer<typeof Products>>;
export const productSlice: SliceOptions<z.infer<typeof Products>> = {
  name: 'paypal-products',
  schema: Products,
  seed: () => [],
};

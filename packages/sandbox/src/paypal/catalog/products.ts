import { Hono } from 'hono';
import { z } from 'zod';
import type { SandboxApp, SandboxEnv } from '../../kit/provider.js';
import { readBody } from '../http/body.js';
import { notFound } from '../http/errors.js';
import { newId } from '../ids.js';
import type { Link } from '../links.js';
import { pageOf, wantsRepresentation } from '../paging.js';
import { timeOf } from '../time.js';
import type { World } from '../world.js';
import type { Product } from './product.js';

const ProductBody = z.object({
  id: z.string().min(6).max(50).optional(),
  name: z.string().min(1).max(127),
  type: z.enum(['PHYSICAL', 'DIGITAL', 'SERVICE']).default('PHYSICAL'),
  description: z.string().min(1).max(256).optional(),
  category: z.string().min(4).max(256).optional(),
});

const PATH = '/v1/catalogs/products';

export function productRoutes({ products, events, links, now }: World): SandboxApp {
  const app = new Hono<SandboxEnv>();
  const brief = ({ id, name, description, createdAt }: Product) => {
    const own: Link[] = [links.to('self', `${PATH}/${id}`), links.to('edit', `${PATH}/${id}`, 'PATCH')];
    return { id, name, ...(description !== undefined && { description }), create_time: timeOf(createdAt), links: own };
  };
  const whole = (product: Product) => {
    const { type, category, createdAt } = product;
    return { ...brief(product), type, ...(category !== undefined && { category }), update_time: timeOf(createdAt) };
  };
  app.post(PATH, async (c) => {
    const body = await readBody(c, ProductBody);
    const product = { ...body, id: body.id ?? newId.product(), createdAt: now() };
    products.update((all) => all.push(product));
    events.emit({ type: 'CATALOG.PRODUCT.CREATED', resourceType: 'product', resource: whole(product), at: now() });
    return c.json(wantsRepresentation(c) ? whole(product) : brief(product), 201);
  });
  app.get(PATH, (c) => {
    const { items, totals, links: pages } = pageOf(c, links, PATH, products.value);
    return c.json({ ...totals, products: items.map(brief), links: pages });
  });
  app.get(`${PATH}/:id`, (c) => {
    const product = products.value.find(({ id }) => id === c.req.param('id'));
    if (!product) throw notFound();
    return c.json(whole(product));
  });
  return app;
}

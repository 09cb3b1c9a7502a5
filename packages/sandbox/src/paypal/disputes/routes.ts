import { Hono } from 'hono';
import { z } from 'zod';
import type { SandboxApp, SandboxContext, SandboxEnv } from '../../kit/provider.js';
import { readBody } from '../http/body.js';
import type { World } from '../world.js';
import { disputeOf, DISPUTES_PATH, presentDispute, resolveDispute } from './resolution.js';

export function disputeRoutes(world: World): SandboxApp {
  const app = new Hono<SandboxEnv>();
  const ofPath = (c: SandboxContext) => disputeOf(world, c.req.param('id') ?? '');
  app.get(DISPUTES_PATH, (c) => {
    const transaction = c.req.query('disputed_transaction_id');
    const found = world.disputes.value.filter(
      ({ paymentId }) => transaction === undefined || paymentId === transaction,
    );
    const items = found.toReversed().map((dispute) => {
      const { disputed_transactions: _transactions, links, ...item } = presentDispute(dispute, world);
      return { ...item, links: links.slice(0, 1) };
    });
    return c.json({ items, links: [world.links.to('self', DISPUTES_PATH)] });
  });
  app.get(`${DISPUTES_PATH}/:id`, (c) => c.json(presentDispute(ofPath(c), world)));
  app.post(`${DISPUTES_PATH}/:id/accept-claim`, async (c) => {
    const dispute = ofPath(c);
    await readBody(c, z.object({ note: z.string().min(1).max(2000) }));
    resolveDispute(world, dispute, 'ACCEPTED');
    return c.json({ links: [world.links.to('self', `${DISPUTES_PATH}/${dispute.id}`)] });
  });
  return app;
}

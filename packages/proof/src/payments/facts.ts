import { retryWhenLost } from '../simulation/retry.js';
import type { World } from './billing-process.js';

export interface Buyer {
  world: World;
  userId: string;
}

/** What must have become of a buyer's money, whatever happened on the way. */
export interface Facts {
  plan: string;
  units: number;
  debt: number;
  grants: number;
  payments: string[];
  /** At the provider. */
  sessions: number;
  open: number;
  charges: number;
  refunds: number;
  /** Plans that are to follow at the end of the period. */
  planned: string[];
}

export const query = <T>({ world }: Buyer, sql: string, parameters: unknown[] = []): Promise<T[]> =>
  retryWhenLost(() => world.dataSource.query<T[]>(sql, parameters));

type Stored<M> = M extends Map<string, infer V> ? V[] : never;

export const sessionsOf = ({ world, userId }: Buyer): Stored<World['provider']['checkouts']> =>
  [...world.provider.checkouts.values()].filter((session) => session.userId === userId);

export const subscriptionsOf = ({ world, userId }: Buyer): Stored<World['provider']['subscriptions']> =>
  [...world.provider.subscriptions.values()].filter((subscription) => subscription.userId === userId);

export async function factsOf(buyer: Buyer): Promise<Facts> {
  const { userId } = buyer;
  const [stored] = await query<Omit<Facts, 'sessions' | 'open' | 'charges' | 'refunds' | 'planned'>>(
    buyer,
    `select u.plan, coalesce(a.available, 0)::int as units, coalesce(a.debt, 0)::int as debt,
            (select count(*)::int from credit_grants where user_id = u.id) as grants,
            (select coalesce(array_agg(kind || ' ' || status order by kind, status), '{}') from payments where user_id = u.id) as payments
       from users u left join credit_accounts a on a.user_id = u.id where u.id = $1`,
    [userId],
  );
  if (!stored) throw new Error(`there is no user ${userId}`);
  const subscriptions = subscriptionsOf(buyer);
  const invoices = subscriptions.flatMap((subscription) => subscription.invoices);
  return {
    ...stored,
    sessions: sessionsOf(buyer).length,
    open: subscriptions.filter(({ status }) => status === 'active').length,
    charges: invoices.length,
    refunds: invoices.filter(({ payment, amountCents }) => payment.refundedCents === amountCents).length,
    planned: subscriptions.flatMap(({ pending }) =>
      pending ? [`${pending.plan} ${pending.isAnnual ? 'annual' : 'monthly'}`] : [],
    ),
  };
}

import { LEAST_GENERATING_MS } from './least-generating-ms.js';
import { MAX_ATTEMPTS } from './max-attempts.js';

// What is worked on next, and the place in the queue that people are told, must be one rule.

// A generation `g` that no worker has, in time before its deadline and before its last attempt.
export const CLAIMABLE = `(g.status in ('pending', 'processing')
    and g.deadline > now() + ${LEAST_GENERATING_MS} * interval '1 millisecond' and g.attempt < ${MAX_ATTEMPTS}
    and (g.status = 'pending' or g.lease_until < now()))`;

export const QUEUE_ORDER = 'g.priority, g.fair_order_at, g.created_at, g.id';

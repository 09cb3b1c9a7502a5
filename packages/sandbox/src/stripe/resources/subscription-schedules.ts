import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { invalidRequest, noSuch } from '../api/errors.js';
import { matches, pageOf } from '../api/list.js';
import { flag, integer, listParams, mergeMetadata, metadata, nowOrTime, params, text } from '../api/params.js';
import { endSubscription } from '../billing/cancel.js';
import { periodEndAfter } from '../billing/periods.js';
import { buildPhase, phaseItem, releaseSchedule, scheduleFrom, type Phase } from '../billing/schedules.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { interval } from './prices.js';
import { Prorations } from './subscription-changes.js';
import { activePrice, findSubscription } from './subscriptions.js';

type Schedule = Stored<'subscription_schedule'>;

const PhaseParams = z.strictObject({
  duration: z.strictObject({ interval, interval_count: integer.optional() }).optional(),
  end_date: nowOrTime.optional(),
  items: z.array(z.strictObject({ price: text, quantity: integer.optional(), metadata: metadata.optional() })).min(1),
  metadata: metadata.optional(),
  proration_behavior: Prorations.optional(),
  start_date: nowOrTime.optional(),
});
const UpdateParams = params({
  end_behavior: z.enum(['cancel', 'release']).optional(),
  metadata: metadata.optional(),
  phases: z.array(PhaseParams).min(1).max(10).optional(),
  proration_behavior: Prorations.optional(),
});

export const subscriptionScheduleCalls: Call[] = [
  defineCall('post', '/v1/subscription_schedules', params({ from_subscription: text }), ({ account, params: given }) =>
    scheduleFrom(account, findSubscription(account, given.from_subscription, 'from_subscription').id),
  ),
  defineCall(
    'get',
    '/v1/subscription_schedules',
    listParams({ customer: text.optional() }),
    ({ account, params: given }) => {
      const found = account.objects
        .list('subscription_schedule')
        .filter((schedule) => matches(schedule, { customer: given.customer }));
      return pageOf('/v1/subscription_schedules', found, given);
    },
  ),
  defineCall('get', '/v1/subscription_schedules/:id', params({}), ({ account, id }) => findSchedule(account, id())),
  defineCall('post', '/v1/subscription_schedules/:id', UpdateParams, ({ account, params: given, id }) => {
    const schedule = openSchedule(account, id());
    const phases = given.phases && phasesOf(account, schedule, given.phases);
    return account.update(
      'subscription_schedule',
      schedule.id,
      {
        ...(given.end_behavior !== undefined && { end_behavior: given.end_behavior }),
        ...(phases && { phases, current_phase: currentOf(account, phases) }),
        metadata: mergeMetadata(schedule.metadata, given.metadata),
      },
      'subscription_schedule.updated',
    );
  }),
  defineCall(
    'post',
    '/v1/subscription_schedules/:id/release',
    params({ preserve_cancel_date: flag.optional() }),
    ({ account, id }) => releaseSchedule(account, openSchedule(account, id()).id),
  ),
  defineCall(
    'post',
    '/v1/subscription_schedules/:id/cancel',
    params({ invoice_now: flag.optional(), prorate: flag.optional() }),
    ({ account, id }) => {
      const schedule = openSchedule(account, id());
      endSubscription(account, schedule.subscription ?? '', { reason: 'cancellation_requested' });
      return account.objects.get('subscription_schedule', schedule.id);
    },
  ),
];

function findSchedule(account: StripeAccount, id: string): Schedule {
  const schedule = account.objects.find('subscription_schedule', id);
  if (!schedule) throw noSuch('subscription_schedule', id);
  return schedule;
}

function openSchedule(account: StripeAccount, id: string): Schedule {
  const schedule = findSchedule(account, id);
  if (schedule.status === 'active' || schedule.status === 'not_started') return schedule;
  throw invalidRequest(
    `You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status. It must be in the \`not_started\` or \`active\` status.`,
  );
}

/** Each phase begins where the one before ends. @throws ApiFault 400 */
function phasesOf(account: StripeAccount, schedule: Schedule, given: z.infer<typeof PhaseParams>[]): Phase[] {
  let start = schedule.phases[0]?.start_date ?? account.now();
  return given.map((phase, index) => {
    const at = (name: string) => `phases[${index}][${name}]`;
    const wanted = phase.start_date === 'now' ? account.now() : phase.start_date;
    if (wanted !== undefined && wanted !== start) {
      throw invalidRequest(
        index === 0
          ? 'You can not modify the start date of the current phase.'
          : 'The start date of a phase must be the end date of the phase before.',
        { param: at('start_date') },
      );
    }
    const end = endOf(account, phase, start, index);
    const items = phase.items.map(({ price, quantity }, item) => ({
      price: activePrice(account, price, `${at('items')}[${item}][price]`),
      quantity: quantity ?? 1,
    }));
    const built = buildPhase({
      currency: items[0]?.price.currency ?? 'usd',
      items: items.map(({ price, quantity }) => phaseItem(price.id, quantity)),
      start,
      end,
      metadata: mergeMetadata({}, phase.metadata),
      prorations: phase.proration_behavior,
    });
    start = end;
    return built;
  });
}

function endOf(account: StripeAccount, phase: z.infer<typeof PhaseParams>, start: number, index: number): number {
  const { duration, end_date: end } = phase;
  if (duration && end !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: duration, end_date.', {
      param: `phases[${index}]`,
    });
  }
  if (duration) {
    return periodEndAfter(start, start, { interval: duration.interval, count: duration.interval_count ?? 1 });
  }
  if (end === undefined) {
    throw invalidRequest('You must specify either `end_date` or `duration` on each phase.', {
      code: 'parameter_missing',
      param: `phases[${index}][end_date]`,
    });
  }
  const time = end === 'now' ? account.now() : end;
  if (time > start) return time;
  throw invalidRequest('The end date of a phase must be after its start date.', {
    param: `phases[${index}][end_date]`,
  });
}

function currentOf(account: StripeAccount, phases: Phase[]): Schedule['current_phase'] {
  const now = account.now();
  const current = phases.find(({ start_date: start, end_date: end }) => start <= now && now < end);
  return current ? { start_date: current.start_date, end_date: current.end_date } : null;
}

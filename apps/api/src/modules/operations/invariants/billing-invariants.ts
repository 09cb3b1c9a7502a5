import { ANNUAL_GRANTS, PAID_PLANS, PLAN_TERMS, toUnits } from '@app/contracts';

const MONTHLY = PAID_PLANS.map((plan) => `('${plan}', ${toUnits(PLAN_TERMS[plan].monthlyCredits)})`).join(', ');
const PLAN_MONTHS = `credit_grants g where g.kind = 'plan_month' and g.source_key ~ '^plan:(stripe|paypal):'`;

/** What must hold at every commit of what people pay for: each statement returns the rows that break it. */
export const BILLING_INVARIANTS = {
  'D15 credits of a plan have a paid invoice of its owner, and are those of its plan': `
    select g.id, g.source_key, g.amount from ${PLAN_MONTHS}
       and not exists (
         select 1 from billing_invoices i join (values ${MONTHLY}) as p (plan, units) on p.plan = i.plan
          where i.provider = split_part(g.source_key, ':', 2) and i.provider_invoice_id = split_part(g.source_key, ':', 3)
            and i.user_id = g.user_id and i.amount_cents > 0 and i.paid_at is not null and p.units = g.amount)`,
  'D16 an invoice brings at most twelve months': `
    select split_part(g.source_key, ':m', 1) as invoice, count(*) from ${PLAN_MONTHS}
     group by 1 having count(*) > ${ANNUAL_GRANTS}`,
  'D18 who has bought has the plan of the subscription that runs, and no other': `
    select u.id, u.plan, s.plan as bought, s.status from users u
      left join subscriptions s on s.user_id = u.id and not s.is_duplicate
            and (s.status in ('active', 'trialing')
                 or s.status = 'past_due' and coalesce(s.grace_until > billing_now() - interval '15 min', true))
     where u.deleted_at is null and exists (select 1 from subscriptions b where b.user_id = u.id)
       and not exists (select 1 from subscriptions b where b.user_id = u.id and b.status = 'unknown')
       and ((u.plan <> 'free' and s.id is null)
            or (s.status in ('active', 'trialing') and s.plan <> u.plan))`,
  'D19 a payment that succeeded has a paid invoice of the same person': `
    select p.id, p.status from payments p left join billing_invoices i on i.id = p.invoice_id
     where p.status in ('success', 'refunded', 'disputed')
       and (i.id is null or i.user_id <> p.user_id or i.paid_at is null)`,
  'D20 webhooks have their effect': `
    select provider, event_id, tries from webhook_inbox
     where state = 'new' and received_at < now() - interval '15 min'`,
  'D25 a payment that was begun is decided': `
    select id, kind, created_at from payments
     where status = 'redirecting' and invoice_id is null and created_at < now() - interval '4 days'`,
  // One that could not be delivered is due again for a day.
  'D26 mails about money are sent': `
    select key from billing_mails where sent_at is null and created_at < now() - interval '1 day 15 min'`,
  'D27 nothing is left of the credits of a payment that was refunded': `
    select p.id, g.id as grant_id, g.remaining from payments p
      join billing_invoices i on i.id = p.invoice_id
      join credit_grants g on g.user_id = p.user_id and g.remaining > 0
           and g.source_key like 'plan:' || i.provider || ':' || i.provider_invoice_id || ':m%'
     where p.status = 'refunded'`,
} as const;

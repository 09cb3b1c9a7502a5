import { invalidRequest } from '../api/errors.js';
import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import type { Stored } from '../store/wire.js';

type Dispute = Stored<'dispute'>;

const DAY = 86_400;
const REASONS: Record<string, string> = {
  dispute_fraudulent: 'fraudulent',
  dispute_product_not_received: 'product_not_received',
  inquiry: 'fraudulent',
};
export const DISPUTE_REASONS = ['fraudulent', 'product_not_received', 'duplicate', 'subscription_canceled'] as const;

/** The holder of a card that behaves so takes the money back; other cards do nothing. */
export function openDispute(account: StripeAccount, chargeId: string, outcome: string): void {
  const reason = REASONS[outcome];
  if (reason !== undefined) createDispute(account, chargeId, reason, outcome === 'inquiry');
}

/** @param isInquiry the bank only asks; the money stays */
export function createDispute(account: StripeAccount, chargeId: string, reason: string, isInquiry = false): Dispute {
  const charge = account.objects.get('charge', chargeId);
  if (charge.disputed) throw invalidRequest('This charge is disputed already.', { code: 'charge_disputed' });
  const disputed = account.update('charge', chargeId, { disputed: true });
  account.emit('charge.updated', disputed, { disputed: false });
  const dispute = account.create(
    'dispute',
    {
      id: newId('du'),
      object: 'dispute',
      amount: charge.amount - charge.amount_refunded,
      balance_transactions: [],
      charge: charge.id,
      created: account.now(),
      currency: charge.currency,
      enhanced_eligibility_types: [],
      evidence: NO_EVIDENCE,
      evidence_details: {
        due_by: account.now() + 9 * DAY,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'manual',
      },
      intended_submission_method: null,
      is_charge_refundable: isInquiry,
      livemode: false,
      metadata: {},
      payment_intent: charge.payment_intent,
      payment_method_details: {
        type: 'card',
        card: {
          brand: 'visa',
          network: 'visa',
          case_type: isInquiry ? 'inquiry' : 'chargeback',
          network_reason_code: '10',
        },
      },
      reason,
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
    },
    'charge.dispute.created',
  );
  if (!isInquiry) account.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Evidence with this text wins or loses, as in the service's test mode. */
const WINNING = 'winning_evidence';

export function submitEvidence(account: StripeAccount, disputeId: string, uncategorizedText: string): Dispute {
  const wins = uncategorizedText === WINNING;
  const before = account.objects.get('dispute', disputeId);
  account.update('dispute', disputeId, {
    evidence: { ...before.evidence, uncategorized_text: uncategorizedText },
    evidence_details: { ...before.evidence_details, has_evidence: true, submission_count: 1 },
  });
  return closeDispute(account, disputeId, wins ? 'won' : 'lost');
}

export function closeDispute(account: StripeAccount, disputeId: string, result: 'won' | 'lost'): Dispute {
  const before = account.objects.get('dispute', disputeId);
  const isInquiry = before.status.startsWith('warning_');
  if (before.status === 'won' || before.status === 'lost' || before.status === 'warning_closed') {
    throw invalidRequest('This dispute is already closed.');
  }
  const dispute = account.update('dispute', disputeId, { status: isInquiry ? 'warning_closed' : result });
  if (result === 'won' && !isInquiry) account.emit('charge.dispute.funds_reinstated', dispute);
  account.emit('charge.dispute.closed', dispute);
  return dispute;
}

const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

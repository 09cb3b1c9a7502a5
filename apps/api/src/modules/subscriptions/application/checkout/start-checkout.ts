import { planOfId, priceCents, type Locale, type PaidPlanId, type PaymentProviderId } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { CreditLedger } from '../../../quota/index.js';
import { ownAddress, withParameters } from '../../domain/return-address.js';
import { REUSE_HOURS } from '../../persistence/begun-payments.js';
import { CheckoutSessionEntity } from '../../persistence/checkout-session.entity.js';
import { PaymentEntity } from '../../persistence/payment.entity.js';
import { findOpenSubscription } from '../../persistence/subscription-reads.js';
import { PaymentProviders } from '../../providers/payment-providers.js';
import { BillingCustomers } from './billing-customers.js';

export interface CheckoutWish {
  plan_id: PaidPlanId;
  is_annual: boolean;
  success_url: string;
  cancel_url: string;
}

type CheckoutPage = Pick<CheckoutSessionEntity, 'successUrl' | 'cancelUrl' | 'locale'>;

export interface CheckoutAnswer {
  session_id: string;
  url: string;
  payment_id: string;
}

/** The price comes from our table, never from the request. */
@Injectable()
export class StartCheckout {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly providers: PaymentProviders,
    private readonly customers: BillingCustomers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(
    { userId, locale }: { userId: string; locale: Locale },
    providerId: PaymentProviderId,
    wish: CheckoutWish,
  ): Promise<CheckoutAnswer> {
    const successUrl = ownAddress(wish.success_url, this.config.publicOrigin);
    const cancelUrl = ownAddress(wish.cancel_url, this.config.publicOrigin);
    const { payment, session } = await this.findOrCreate(userId, providerId, {
      ...wish,
      successUrl,
      cancelUrl,
      locale,
    });
    if (session.url !== null && session.providerSessionId !== null)
      return { session_id: session.providerSessionId, url: session.url, payment_id: payment.id };
    const provider = this.providers.get(providerId);
    const order = {
      paymentId: payment.id,
      userId,
      plan: payment.plan,
      isAnnual: payment.isAnnual,
      successUrl: withParameters(session.successUrl, { payment_id: payment.id }),
      cancelUrl: withParameters(session.cancelUrl, { payment_id: payment.id }),
      locale: session.locale,
    };
    const started = await this.customers.use(provider, userId, (customerId) =>
      provider.startCheckout({ ...order, customerId }),
    );
    const { sessionId: providerSessionId, url } = started;
    await this.dataSource
      .getRepository(CheckoutSessionEntity)
      .update({ paymentId: payment.id }, { providerSessionId, url });
    return { session_id: providerSessionId, url, payment_id: payment.id };
  }

  /** A repeated request sends the stored parameters again, so that there is one session. */
  private findOrCreate(
    userId: string,
    provider: PaymentProviderId,
    { plan_id, is_annual: isAnnual, ...page }: CheckoutWish & CheckoutPage,
  ): Promise<{ payment: PaymentEntity; session: CheckoutSessionEntity }> {
    const plan = planOfId(plan_id);
    return inTransaction(this.dataSource, async (tx) => {
      await this.ledger.lock(tx, userId);
      if (await findOpenSubscription(tx, userId)) throw new AppError('ALREADY_SUBSCRIBED');
      // Without the provider, a begun checkout cannot continue either.
      this.providers.get(provider);
      const { successUrl, cancelUrl, locale } = page;
      const begun = await this.findBegun(tx, { userId, provider, plan, isAnnual, successUrl, cancelUrl });
      if (begun) return begun;
      const amountCents = priceCents(plan, isAnnual);
      const wanted = { userId, provider, kind: 'checkout', plan, isAnnual, amountCents } as const;
      const payment = await tx.save(PaymentEntity, wanted);
      const session = { paymentId: payment.id, provider, successUrl, cancelUrl, locale };
      return {
        payment: Object.assign(new PaymentEntity(), payment),
        session: await tx.save(CheckoutSessionEntity, {
          ...session,
          providerSessionId: null,
          url: null,
        } as CheckoutSessionEntity),
      };
    });
  }

  private async findBegun(
    tx: EntityManager,
    wanted: Pick<PaymentEntity, 'userId' | 'provider' | 'plan' | 'isAnnual'> &
      Pick<CheckoutSessionEntity, 'successUrl' | 'cancelUrl'>,
  ): Promise<{ payment: PaymentEntity; session: CheckoutSessionEntity } | null> {
    const { userId, provider, plan, isAnnual, successUrl, cancelUrl } = wanted;
    const session = await tx
      .createQueryBuilder(CheckoutSessionEntity, 's')
      .innerJoin(PaymentEntity, 'p', 'p.id = s.paymentId')
      .where({ provider, successUrl, cancelUrl })
      .andWhere('p.userId = :userId and p.plan = :plan and p.isAnnual = :isAnnual', { userId, plan, isAnnual })
      .andWhere(`p.status = 'redirecting' and p.createdAt > now() - make_interval(hours => ${REUSE_HOURS})`)
      .orderBy('s.createdAt', 'DESC')
      .getOne();
    if (!session) return null;
    return { session, payment: await tx.findOneByOrFail(PaymentEntity, { id: session.paymentId }) };
  }
}

import { expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { ConfirmPayment } from './confirm-payment.js';

const ID = '0b9f3a52-6a4e-4f0e-9a54-8f9d0f3f6b11';

/** A confirmation that finds no payment until its subscription is read from the provider, which knows `subscriptionId`. */
function confirming(subscriptionId: string | null, isKnownThen: boolean, isKnownBefore = false) {
  const asked: string[] = [];
  const read: (string | null)[] = [];
  const looked: object[] = [];
  const findOneBy = (where: object) => {
    looked.push(where);
    return Promise.resolve(isKnownBefore || (read.length > 0 && isKnownThen) ? { id: 'payment-1' } : null);
  };
  const service = {
    findSubscriptionOfPayment: (id: string) => {
      asked.push(id);
      return Promise.resolve(subscriptionId);
    },
  };
  const run = (_: string, id: string | null) => Promise.resolve(void read.push(id));
  const confirm = new ConfirmPayment(
    { getRepository: () => ({ findOneBy }) } as unknown as DataSource,
    { get: () => service } as never,
    { run } as never,
    { run } as never,
    { of: ({ id }: { id: string }) => Promise.resolve({ payment_id: id }) } as never,
  );
  return { confirm, asked, read, looked };
}

test('a payment that only the provider knows is found once its subscription is read', async () => {
  const { confirm, read, looked } = confirming('sub_1', true);
  expect(await confirm.byPayment('ada', 'stripe', 'pi_1')).toEqual({ payment_id: 'payment-1' });
  expect(read).toEqual(['sub_1']);
  const own = { providerPaymentId: 'pi_1', userId: 'ada', provider: 'stripe' };
  expect(looked).toEqual([own, own]);
});

test('a payment of somebody else, though the provider knows it, is not there', async () => {
  const { confirm } = confirming('sub_1', false);
  await expect(confirm.byPayment('ada', 'stripe', 'pi_1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a payment that the provider does not know either is not there, and nothing is read for it', async () => {
  const { confirm, read } = confirming(null, true);
  await expect(confirm.byPayment('ada', 'stripe', 'pi_1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(read).toEqual([]);
});

test('the provider is not asked about an id of ours', async () => {
  const { confirm, asked, looked } = confirming('sub_1', true);
  await expect(confirm.byPayment('ada', 'stripe', ID)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(asked).toEqual([]);
  expect(looked).toEqual([{ id: ID, userId: 'ada', provider: 'stripe' }]);
});

test('the provider is not asked about a payment that is known', async () => {
  const { confirm, asked } = confirming('sub_1', true, true);
  expect(await confirm.byPayment('ada', 'stripe', 'pi_1')).toEqual({ payment_id: 'payment-1' });
  expect(asked).toEqual([]);
});

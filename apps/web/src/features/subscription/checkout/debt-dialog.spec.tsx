import { expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PREVIEW } from '../../../../test/billing';
import { renderPart } from '../../../../test/render-part';
import { USER } from '../../../../test/server';
import { DebtDialog } from './debt-dialog';

const onClose = jest.fn<() => void>();

async function show(part: Partial<typeof PREVIEW>, onPay: () => Promise<void> = async () => undefined) {
  onClose.mockClear();
  await renderPart(<DebtDialog preview={{ ...PREVIEW, ...part }} onPay={onPay} onClose={onClose} />, {
    user: USER,
    namespaces: ['pricing'],
  });
  return screen.findByRole('dialog', { name: 'Before you pay' });
}
const button = (name: string) => screen.getByRole('button', { name });

it.each([
  [30, 200, /owes 30 credits .* you start with 170 of 200\.$/],
  [1, 200, /owes 1 credit from .* It is taken .* you start with 199 of 200\.$/],
  [250, 200, /owes 250 credits .* you start with 0 of 200\.$/],
])('a debt of %d of %d credits is told before the payment', async (debt_credits, credits, text) => {
  expect(await show({ debt_credits, credits })).toHaveAccessibleDescription(text);
});

it('leads back without a payment', async () => {
  const onPay = jest.fn(async () => undefined);
  await show({}, onPay);
  await userEvent.click(button('Not now'));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(onPay).not.toHaveBeenCalled();
});

it('while the page of the payment is opened nothing else can be done', async () => {
  let open = () => undefined as void;
  await show({}, () => new Promise<void>((resolve) => (open = resolve)));
  await userEvent.click(button('Continue to payment'));
  expect(button('Continue to payment')).toHaveAttribute('aria-busy', 'true');
  expect(button('Not now')).toBeDisabled();
  expect(onClose).not.toHaveBeenCalled();
  open();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

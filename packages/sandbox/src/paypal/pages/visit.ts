/** What a person fills in on a page of PayPal's; the account and the way to pay are filled in unless they are given. */
export interface PaypalChoice {
  funding?: string;
  email?: string;
  given_name?: string;
  surname?: string;
}

/**
 * Does in a test what a person does on PayPal's page: agrees.
 * @param approvalUrl the address of the link `approve` or `payer-action`
 * @returns the address that the browser is sent back to
 * @throws Error if the page does not send the browser anywhere
 */
export const approveAtPaypal = (approvalUrl: string, choice: PaypalChoice = {}): Promise<string> =>
  submit(approvalUrl, {
    decision: 'approve',
    funding: 'balance',
    email: 'ada@example.com',
    given_name: 'Ada',
    surname: 'Lovelace',
    ...choice,
  });

/** As `approveAtPaypal`, but presses "Cancel and return". */
export const cancelAtPaypal = (approvalUrl: string): Promise<string> => submit(approvalUrl, { decision: 'cancel' });

/** Chooses another way to pay on the page of automatic payments. */
export const changeFundingAtPaypal = (autopayUrl: string, id: string, funding: string): Promise<string> =>
  submit(autopayUrl, { id, funding });

async function submit(url: string, form: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const location = answer.headers.get('location');
  if (!location) throw new Error(`PayPal's page answered ${answer.status}: ${await answer.text()}`);
  return location;
}

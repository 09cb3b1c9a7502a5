/**
 * Does in a test what a person does on a provider's page: chooses an account.
 * @param authorizationUrl the address that the application sends the browser to
 * @param account id, e-mail or login of an account that the provider knows
 * @returns the address that the browser is sent back to, with code and state
 * @throws Error if the provider shows an error page instead
 */
export const grantAccess = (authorizationUrl: string, account: string): Promise<string> =>
  submit(authorizationUrl, { account });

/** As `grantAccess`, but presses Cancel. */
export const denyAccess = (authorizationUrl: string): Promise<string> =>
  submit(authorizationUrl, { decision: 'cancel' });

/** As `grantAccess`, by "Use another account"; `fields` are the form's: name, email, verified=yes, login, public_email=yes. */
export const grantAccessAsNewAccount = (authorizationUrl: string, fields: Record<string, string>): Promise<string> =>
  submit(authorizationUrl, { account: 'new', ...fields });

async function submit(authorizationUrl: string, choice: Record<string, string>): Promise<string> {
  const url = new URL(authorizationUrl);
  const form = new URLSearchParams(url.searchParams);
  for (const [name, value] of Object.entries(choice)) form.set(name, value);
  const answer = await fetch(url.origin + url.pathname, { method: 'POST', body: form, redirect: 'manual' });
  const location = answer.headers.get('location');
  if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
  return location;
}

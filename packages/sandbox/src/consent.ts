/**
 * Chooses an account on a provider's page. Returns the redirect URL with code and state. @throws Error on an error page
 */
export const grantAccess = (authorizationUrl: string, account: string): Promise<string> =>
  submit(authorizationUrl, { account });

export const denyAccess = (authorizationUrl: string): Promise<string> =>
  submit(authorizationUrl, { decision: 'cancel' });

/** `fields` of the form: name, email, verified=yes, login, public_email=yes. */
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

/** Fields that the account chooser adds to the provider's parameters. */
const CHOICE_FIELDS = ['account', 'decision', 'name', 'email', 'verified', 'login', 'public_email'] as const;

export interface SubmittedChoice {
  parameters: URLSearchParams;
  choice: Partial<Record<(typeof CHOICE_FIELDS)[number], string>>;
}

export function readChoice(form: URLSearchParams): SubmittedChoice {
  const choice: SubmittedChoice['choice'] = {};
  for (const field of CHOICE_FIELDS) {
    const value = form.get(field);
    if (value !== null) choice[field] = value.trim();
    form.delete(field);
  }
  return { parameters: form, choice };
}

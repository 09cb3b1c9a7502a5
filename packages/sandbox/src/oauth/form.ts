/** Names of the fields that the account chooser adds to the provider's own parameters. */
const CHOICE_FIELDS = ['account', 'decision', 'name', 'email', 'verified', 'login', 'public_email'] as const;

export interface SubmittedChoice {
  /** The authorization parameters, to be checked again. */
  parameters: URLSearchParams;
  /** What the person chose or typed, by field name. */
  choice: Partial<Record<(typeof CHOICE_FIELDS)[number], string>>;
}

/** Takes the account chooser's form apart. */
export function readChoice(form: URLSearchParams): SubmittedChoice {
  const choice: SubmittedChoice['choice'] = {};
  for (const field of CHOICE_FIELDS) {
    const value = form.get(field);
    if (value !== null) choice[field] = value.trim();
    form.delete(field);
  }
  return { parameters: form, choice };
}

import { isSelectableModel, SELECTABLE_MODELS, type SelectableModel } from '@app/contracts';
import * as z from 'zod';
import { decodeText } from './service-address.js';

export interface WebuiAddress {
  url: string;
  auth: { user: string; password: string } | null;
}

/** `http://user:password@host:7860/path`, percent-encoded. Faults never repeat the value. */
export const webuiAddress = z.url({ protocol: /^https?$/ }).transform((text, context): WebuiAddress => {
  const fault = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const { origin, pathname, search, hash, username, password } = new URL(text);
  if (search || hash) return fault('must not have a query or a fragment');
  const [user, secret] = [decodeText(username), decodeText(password)];
  if (user === null || secret === null) return fault('user and password must be percent-encoded');
  // Basic authentication splits user and password at the first colon.
  if (user.includes(':')) return fault('the user must not have a colon');
  const hasAuth = user !== '' || secret !== '';
  return { url: `${origin}${pathname}`.replace(/\/+$/, ''), auth: hasAuth ? { user, password: secret } : null };
});

export type WebuiModels = Partial<Record<SelectableModel, string | null>>;

/** `sd3.5-large=name.safetensors,sd3.5-medium`: models, each with or without a checkpoint. */
export const webuiModels = z.string().transform((text, context): WebuiModels => {
  const models: WebuiModels = {};
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [name = '', ...rest] = entry.split('=');
    const model = name.trim();
    if (!isSelectableModel(model) || Object.hasOwn(models, model)) {
      const message = `must name each of ${SELECTABLE_MODELS.join(', ')} at most once, as model=checkpoint`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    models[model] = rest.join('=').trim() || null;
  }
  return models;
});

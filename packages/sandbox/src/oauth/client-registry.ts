import { z } from 'zod';
import { isSame } from '../kit/is-same.js';
import type { Slice, SliceOptions } from '../kit/store.js';

const RegisteredClient = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  name: z.string(),
  redirectUris: z.array(z.string()),
});
export type RegisteredClient = z.infer<typeof RegisteredClient>;

export const clientSlice = (provider: string, seed: () => RegisteredClient): SliceOptions<RegisteredClient> => ({
  name: `${provider}-client`,
  schema: RegisteredClient,
  seed,
});

/** Client id and secret are generated once and survive a reset. */
export class ClientRegistry {
  constructor(private readonly state: Slice<RegisteredClient>) {}

  get client(): RegisteredClient {
    return this.state.value;
  }

  register(changes: Partial<Pick<RegisteredClient, 'name' | 'redirectUris'>>): void {
    this.state.update((client) => Object.assign(client, changes));
  }

  find(clientId: string | null | undefined): RegisteredClient | undefined {
    return clientId === this.client.clientId ? this.client : undefined;
  }

  /** `unknown`: no such client; `secret`: wrong secret. */
  authenticate(clientId: string | undefined, secret: string | undefined): RegisteredClient | 'unknown' | 'secret' {
    const client = this.find(clientId);
    if (!client) return 'unknown';
    return secret !== undefined && isSame(secret, client.clientSecret) ? client : 'secret';
  }
}

import type { Quota } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { ListModels } from '../../images/index.js';
import { ShowQuota } from '../../quota/index.js';
import { toolResult, type Caller, type Tools } from './tool.js';

@Injectable()
export class AccountTools {
  constructor(
    private readonly quota: ShowQuota,
    private readonly models: ListModels,
  ) {}

  readonly tools: Tools<'credits' | 'models'> = {
    credits: async (caller) => {
      const quota = await this.read(caller);
      return toolResult(`Credits left: ${quota.remainingCredits}.`, quota);
    },
    models: async () => {
      const models = await this.models.list();
      const available = models.filter(({ status }) => status === 'available').map(({ id }) => id);
      return toolResult(`Available: ${available.join(', ') || 'none'}.`, { models });
    },
  };

  /** Null where they cannot be read now: what was done before is told all the same. */
  async creditsLeft(caller: Caller): Promise<number | null> {
    return this.read(caller).then(
      ({ remainingCredits }) => remainingCredits,
      () => null,
    );
  }

  private async read({ principal: { userId, plan } }: Caller): Promise<Quota> {
    return JSON.parse((await this.quota.quota(userId, plan)).text) as Quota;
  }
}

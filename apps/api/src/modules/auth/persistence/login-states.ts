import { OAUTH_STATE_MINUTES, type OAuthProvider } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Raw, Repository } from 'typeorm';
import { OAuthStateEntity } from './oauth-state.entity.js';

export type LoginState = Pick<OAuthStateEntity, 'provider' | 'browserHash' | 'verifierSealed' | 'redirectPath'>;

@Injectable()
export class LoginStates {
  constructor(@InjectRepository(OAuthStateEntity) private readonly states: Repository<OAuthStateEntity>) {}

  async add(stateHash: Buffer, login: LoginState): Promise<void> {
    const expiresAt = () => `now() + interval '${OAUTH_STATE_MINUTES} minutes'`;
    await this.states.insert({ ...login, stateHash, expiresAt });
  }

  async take(stateHash: Buffer): Promise<LoginState | null> {
    const { affected } = await this.states
      .createQueryBuilder()
      .update()
      .set({ usedAt: () => 'now()' })
      .where('state_hash = :stateHash and used_at is null and expires_at > now()', { stateHash })
      .execute();
    return affected === 1 ? this.states.findOneBy({ stateHash }) : null;
  }

  async living(browserHashes: Buffer[], provider: OAuthProvider): Promise<Buffer[]> {
    const found = await this.states.find({
      select: { stateHash: true },
      where: {
        browserHash: In(browserHashes),
        provider,
        usedAt: IsNull(),
        expiresAt: Raw((column) => `${column} > now()`),
      },
    });
    return found.map(({ stateHash }) => stateHash);
  }

  async deleteEnded(): Promise<void> {
    await this.states.createQueryBuilder().delete().where('used_at is not null or expires_at <= now()').execute();
  }
}

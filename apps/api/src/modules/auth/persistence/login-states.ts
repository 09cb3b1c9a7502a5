import { OAUTH_STATE_MINUTES, type OAuthProvider } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { changed, row, rows } from '../../../platform/database/rows.js';

export interface LoginState {
  provider: OAuthProvider;
  browserHash: Buffer;
  verifierSealed: Buffer;
  redirectPath: string;
}

const COLUMNS = `provider, browser_hash as "browserHash", verifier_sealed as "verifierSealed", redirect_path as "redirectPath"`;

/** Logins in progress. Each can be taken once. */
@Injectable()
export class LoginStates {
  constructor(private readonly dataSource: DataSource) {}

  async add(stateHash: Buffer, login: LoginState): Promise<void> {
    const { provider, browserHash, verifierSealed, redirectPath } = login;
    await this.dataSource.query(
      `insert into oauth_states (state_hash, provider, browser_hash, verifier_sealed, redirect_path, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
      [stateHash, provider, browserHash, verifierSealed, redirectPath, OAUTH_STATE_MINUTES],
    );
  }

  /** The living login of this state, which is spent by asking; null if there is none. */
  take(stateHash: Buffer): Promise<LoginState | null> {
    return row<LoginState>(
      this.dataSource,
      `update oauth_states set used_at = now() where state_hash = $1 and used_at is null and expires_at > now()
       returning ${COLUMNS}`,
      [stateHash],
    );
  }

  /** States of the living logins that these browser secrets belong to. */
  async living(browserHashes: Buffer[], provider: OAuthProvider): Promise<Buffer[]> {
    const found = await rows<{ state_hash: Buffer }>(
      this.dataSource,
      `select state_hash from oauth_states
        where browser_hash = any($1) and provider = $2 and used_at is null and expires_at > now()`,
      [browserHashes, provider],
    );
    return found.map(({ state_hash }) => state_hash);
  }

  /** Removes every login that can be taken no more. */
  async forgetOver(): Promise<void> {
    await changed(this.dataSource, `delete from oauth_states where used_at is not null or expires_at <= now()`);
  }
}

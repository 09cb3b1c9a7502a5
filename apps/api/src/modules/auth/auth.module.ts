import { Global, Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Config } from '../../platform/config/config.js';
import { derivedKey } from '../../platform/config/keys.js';
import { Authentication } from '../../platform/http/authentication.js';
import { AUTHENTICATORS, type Authenticator } from '../../platform/http/authenticator.port.js';
import { ApiKeyAuthenticator, ApiKeysModule } from '../api-keys/index.js';
import { UsersModule } from '../users/index.js';
import { ACCESS_AUDIENCE, AccessTokens, CLOCK_LEEWAY_SECONDS } from './application/access-tokens.js';
import { ClaimLogin } from './application/claim-login.js';
import { CleanUp } from './application/clean-up.js';
import { EmailVerification } from './application/email-verification.js';
import { EraseSessions } from './application/erase-sessions.js';
import { FinishLogin } from './application/finish-login.js';
import { RefreshSession } from './application/refresh-session.js';
import { SessionAuthenticator } from './application/session-authenticator.js';
import { SessionKeeper } from './application/session-keeper.js';
import { StartLogin } from './application/start-login.js';
import { LoginController } from './http/login.controller.js';
import { SessionController } from './http/session.controller.js';
import { EmailTokens } from './persistence/email-tokens.js';
import { LoginStates } from './persistence/login-states.js';
import { RefreshTokens } from './persistence/refresh-tokens.js';
import { Sessions } from './persistence/sessions.js';
import { OAuthProviders } from './providers/oauth-providers.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AddressMailEntity } from './persistence/address-mail.entity.js';
import { EmailTokenEntity } from './persistence/email-token.entity.js';
import { OAuthStateEntity } from './persistence/oauth-state.entity.js';
import { RefreshTokenEntity } from './persistence/refresh-token.entity.js';
import { SessionEntity } from './persistence/session.entity.js';

/** Global, so that other modules can ask `Authentication` of the platform without knowing this one. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      SessionEntity,
      RefreshTokenEntity,
      OAuthStateEntity,
      EmailTokenEntity,
      AddressMailEntity,
    ]),
    UsersModule,
    ApiKeysModule,
    JwtModule.registerAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        // A key object: jsonwebtoken would try to parse a string as a public key on every request.
        secret: derivedKey(config, 'access-token'),
        signOptions: { algorithm: 'HS256' },
        verifyOptions: { algorithms: ['HS256'], audience: ACCESS_AUDIENCE, clockTolerance: CLOCK_LEEWAY_SECONDS },
      }),
    }),
  ],
  controllers: [LoginController, SessionController],
  providers: [
    OAuthProviders,
    LoginStates,
    StartLogin,
    ClaimLogin,
    FinishLogin,
    AccessTokens,
    Sessions,
    RefreshTokens,
    SessionKeeper,
    RefreshSession,
    EmailTokens,
    EmailVerification,
    CleanUp,
    EraseSessions,
    SessionAuthenticator,
    Authentication,
    {
      provide: AUTHENTICATORS,
      inject: [SessionAuthenticator, ApiKeyAuthenticator],
      useFactory: (...authenticators: Authenticator[]) => authenticators,
    },
  ],
  exports: [Authentication],
})
export class AuthModule {}

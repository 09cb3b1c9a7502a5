import { authCalls, OAUTH_STATE_MINUTES, type CallAnswer, type CallInput } from '@app/contracts';
import { Controller, Cookies, Inject, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import type { Limit } from '../../../platform/throttle/rate-limiters.js';
import { FinishLogin } from '../application/finish-login.js';
import { StartLogin } from '../application/start-login.js';
import { LoginCookies } from '../domain/login-cookie.js';
import { OAuthProviders } from '../providers/oauth-providers.js';

/** With so many, all of them are forgotten when another one starts, so that a browser's requests stay small. */
const MAX_LOGINS_IN_PROGRESS = 10;
const LOGIN_LIMIT: Limit = { name: 'login', by: 'address', allowed: { share: 0.2 } };

@Controller()
export class LoginController {
  private readonly cookies: LoginCookies;

  constructor(
    private readonly oauth: OAuthProviders,
    private readonly startLogin: StartLogin,
    private readonly finishLogin: FinishLogin,
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.cookies = new LoginCookies({ installationId: config.installationId, secure: config.secureCookies });
  }

  @Endpoint(authCalls.providers)
  providers(): CallAnswer<typeof authCalls.providers> {
    return this.oauth.ids;
  }

  @Endpoint(authCalls.start, { limit: LOGIN_LIMIT })
  async start(
    @Input() { params, query }: CallInput<typeof authCalls.start>,
    @Cookies() sent: Record<string, string>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<typeof authCalls.start>> {
    const { authUrl, state, browserSecret } = await this.startLogin.run(params.provider, query.redirect);
    const inProgress = this.cookies.among(sent);
    if (inProgress.length >= MAX_LOGINS_IN_PROGRESS) for (const { name } of inProgress) this.forget(reply, name);
    this.setCookie(reply, this.cookies.nameOf(state), browserSecret, OAUTH_STATE_MINUTES * 60);
    return { auth_url: authUrl };
  }

  @Endpoint(authCalls.callback, { limit: LOGIN_LIMIT })
  async callback(
    @Input() { params, body }: CallInput<typeof authCalls.callback>,
    @Cookies() sent: Record<string, string>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CallAnswer<typeof authCalls.callback>> {
    const inProgress = this.cookies.among(sent);
    const { provider } = params;
    const { code, state, language, timezone } = body;
    const name = state === undefined ? undefined : this.cookies.nameOf(state);
    // A named login is used up, whatever comes of it.
    if (name !== undefined && name in sent) this.forget(reply, name);
    const candidates = name === undefined ? inProgress : inProgress.filter((cookie) => cookie.name === name);
    const browserSecrets = candidates.map(({ secret }) => secret);
    const login = await this.finishLogin.run({ provider, code, state, browserSecrets, language, timezone });
    const { tokens, user, isNew, redirectPath } = login;
    return { ...tokens, user, redirect: redirectPath, is_new_user: isNew };
  }

  private forget(reply: FastifyReply, name: string): void {
    this.setCookie(reply, name, '', 0);
  }

  private setCookie(reply: FastifyReply, name: string, value: string, maxAge: number): void {
    this.host.httpAdapter.setCookie?.(reply, name, value, {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.config.secureCookies,
      path: '/',
      maxAge,
    });
  }
}

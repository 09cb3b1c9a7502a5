import type { Texts } from '../kit/language.js';
import { languageFor } from '../kit/page.js';
import { renderChooser } from '../oauth/account-chooser.js';
import type { AuthorizationPage } from '../oauth/authorization-page.js';
import type { ClientRegistry } from '../oauth/client-registry.js';
import type { Grants } from '../oauth/grants.js';
import { commonFields, invalidAccountText } from '../oauth/new-account.js';
import { NewGoogleAccount, type GoogleDirectory } from './accounts.js';
import { accessBlocked } from './answers.js';

const UNVERIFIED: Texts<string> = { en: 'Email not verified', zh: '邮箱未验证' };

export function googleAuthorizationPage(parts: {
  registry: ClientRegistry;
  directory: GoogleDirectory;
  grants: Grants;
}): AuthorizationPage {
  const { registry, directory, grants } = parts;
  return {
    registry,
    grants,
    rules: { required: ['response_type', 'scope'], scopeSeparator: / +/ },
    findAccount: (hint) => directory.find(hint)?.sub,
    addAccount: (c, choice) => {
      const account = NewGoogleAccount.safeParse({
        name: choice.name,
        email: choice.email,
        emailVerified: choice.verified === 'yes',
      });
      if (!account.success) return { problem: invalidAccountText(languageFor(c)) };
      return { accountId: directory.add(account.data).sub };
    },
    renderFault: accessBlocked,
    renderChooser: (c, request, parameters, problem) =>
      renderChooser(c, {
        provider: 'Google',
        request,
        parameters,
        problem,
        accounts: directory.list().map((account) => ({
          id: account.sub,
          name: account.name,
          detail: account.email,
          remark: account.emailVerified ? undefined : UNVERIFIED[languageFor(c)],
          avatarPath: `/google/avatars/${account.sub}.svg`,
        })),
        newAccountFields: commonFields(languageFor(c)),
      }),
    // Google sends further parameters, which an application has to ignore.
    successParameters: (request) => ({ scope: request.scope.join(' '), authuser: '0', prompt: 'consent' }),
    deniedParameters: { error: 'access_denied' },
  };
}

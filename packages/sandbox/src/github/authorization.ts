import { html } from 'hono/html';
import type { Language, Texts } from '../kit/language.js';
import type { Markup } from '../kit/markup.js';
import { languageFor } from '../kit/page.js';
import { renderChooser } from '../oauth/account-chooser.js';
import type { AuthorizationPage } from '../oauth/authorization-page.js';
import type { ClientRegistry } from '../oauth/client-registry.js';
import type { SubmittedChoice } from '../oauth/form.js';
import type { Grants } from '../oauth/grants.js';
import { commonFields, invalidAccountText } from '../oauth/new-account.js';
import { NewGithubAccount, primaryEmail, type GithubAccount, type GithubDirectory } from './accounts.js';
import { refusedPage } from './answers.js';

interface GithubTexts {
  login: string;
  publicEmail: string;
  unverified: string;
  noEmail: string;
  refused: string;
}

const TEXTS: Texts<GithubTexts> = {
  en: {
    login: 'Username',
    publicEmail: 'Show this email on the public profile',
    unverified: 'Primary email not verified',
    noEmail: 'Has no email',
    refused: 'Does not share the email list',
  },
  zh: {
    login: '用户名',
    publicEmail: '在个人主页公开邮箱',
    unverified: '主邮箱未验证',
    noEmail: '没有邮箱',
    refused: '不提供邮箱列表',
  },
};

function remarkOf({ emails, emailList }: GithubAccount, language: Language): string | undefined {
  const texts = TEXTS[language];
  if (emailList === 'refused') return texts.refused;
  if (emails.length === 0) return texts.noEmail;
  return emails.some(({ primary, verified }) => primary && !verified) ? texts.unverified : undefined;
}

const newAccountFields = (language: Language): Markup =>
  html`<label for="new-login">${TEXTS[language].login}</label>
    <input id="new-login" name="login" required pattern="[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,37}[A-Za-z0-9])?" />
    ${commonFields(language)}
    <label class="check">
      <input type="checkbox" name="public_email" value="yes" /> ${TEXTS[language].publicEmail}
    </label>`;

function newAccountOf(choice: SubmittedChoice['choice']): NewGithubAccount | undefined {
  const isPublic = choice.public_email === 'yes';
  const result = NewGithubAccount.safeParse({
    login: choice.login,
    name: choice.name || null,
    email: isPublic ? choice.email : null,
    emails: [primaryEmail(choice.email ?? '', { verified: choice.verified === 'yes', isPublic })],
    emailList: 'given',
  });
  return result.success ? result.data : undefined;
}

export function githubAuthorizationPage(parts: {
  registry: ClientRegistry;
  directory: GithubDirectory;
  grants: Grants;
}): AuthorizationPage {
  const { registry, directory, grants } = parts;
  const findAccount = (hint: string) => directory.find(hint)?.id.toString();
  return {
    registry,
    grants,
    rules: { required: [], scopeSeparator: /[ ,]+/ },
    findAccount,
    addAccount: (c, choice) => {
      const account = newAccountOf(choice);
      if (!account) return { problem: invalidAccountText(languageFor(c)) };
      return { accountId: String(directory.add(account).id) };
    },
    renderFault: refusedPage,
    renderChooser: (c, request, parameters, problem) =>
      renderChooser(c, {
        provider: 'GitHub',
        request,
        parameters,
        problem,
        accounts: directory.list().map((account) => ({
          id: String(account.id),
          name: account.name ?? account.login,
          detail: `@${account.login}`,
          remark: remarkOf(account, languageFor(c)),
          avatarPath: `/github/avatars/${account.id}.svg`,
        })),
        newAccountFields: newAccountFields(languageFor(c)),
      }),
    successParameters: () => ({}),
    deniedParameters: {
      error: 'access_denied',
      error_description: 'The user has denied your application access.',
      error_uri:
        'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/#access-denied',
    },
  };
}

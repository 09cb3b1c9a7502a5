import { API_KEY_OVERLAP_HOURS, type PreferenceLanguage, type Preferences } from '@app/contracts';
import { renderMail } from '../../../platform/mail/mail-layout.js';
import { mailTime } from '../../../platform/mail/mail-time.js';

interface KeyMailFacts {
  productName: string;
  publicOrigin: string;
  supportEmail: string;
  name: string;
  createdAt: Date;
  isSuccessor: boolean;
}

interface Texts {
  path: string;
  settingsPath: string;
  greeting: string;
  subject: { created: (productName: string) => string; replaced: (productName: string) => string };
  what: { created: (name: string, at: string) => string; replaced: (name: string, at: string) => string };
  wasYou: string;
  wasNotYou: (support: string) => string;
  everywhere: (settings: string) => string;
  button: string;
}

const TEXTS: Record<PreferenceLanguage, Texts> = {
  'en-US': {
    path: '/api?tab=keys',
    settingsPath: '/profile?tab=settings',
    greeting: 'Hello,',
    subject: {
      created: (productName) => `An API key was created in your ${productName} account`,
      replaced: (productName) => `An API key of your ${productName} account was replaced`,
    },
    what: {
      created: (name, at) =>
        `The API key “${name}” was created on ${at}. Programs that have it can use your credits and your images.`,
      replaced: (name, at) =>
        `The API key “${name}” was replaced by a new one on ${at}. The old one works for ${API_KEY_OVERLAP_HOURS} more hours at most.`,
    },
    wasYou: 'If that was you, there is nothing to do.',
    wasNotYou: (support) =>
      `If it was not you, somebody else is using your account. Revoke the key now, change the password of the account that you sign in with, then sign out everywhere, and write to ${support}.`,
    everywhere: (settings) => `“Sign out everywhere” is in the settings of your profile: ${settings}`,
    button: 'Open API keys',
  },
  'zh-CN': {
    path: '/zh/api?tab=keys',
    settingsPath: '/zh/profile?tab=settings',
    greeting: '您好：',
    subject: {
      created: (productName) => `您的 ${productName} 账户新建了一个 API 密钥`,
      replaced: (productName) => `您的 ${productName} 账户更换了一个 API 密钥`,
    },
    what: {
      created: (name, at) => `API 密钥“${name}”创建于 ${at}，持有它的程序可以使用您的积分和图片。`,
      replaced: (name, at) =>
        `API 密钥“${name}”已于 ${at}换成新密钥，旧密钥最多还能使用 ${API_KEY_OVERLAP_HOURS} 小时。`,
    },
    wasYou: '如果是您本人操作，无需处理。',
    wasNotYou: (support) =>
      `如果不是，说明有人在使用您的账户。请立即撤销该密钥，修改登录所用账户的密码，然后退出所有设备，并联系 ${support}。`,
    everywhere: (settings) => `“退出所有设备”在个人中心的设置里：${settings}`,
    button: '查看 API 密钥',
  },
};

/** Tells of a key that was made or rotated; its time is that of the person's time zone. */
export function keyMail(
  { language, timezone }: Pick<Preferences, 'language' | 'timezone'>,
  { productName, publicOrigin, supportEmail, name, createdAt, isSuccessor }: KeyMailFacts,
): { subject: string; text: string; html: string } {
  const texts = TEXTS[language];
  const event = isSuccessor ? 'replaced' : 'created';
  const at = mailTime(createdAt, language, timezone);
  const parts = [
    texts.greeting,
    texts.what[event](name, at),
    texts.wasYou,
    texts.wasNotYou(supportEmail),
    texts.everywhere(publicOrigin + texts.settingsPath),
    { label: texts.button, link: publicOrigin + texts.path },
    productName,
  ];
  return { subject: texts.subject[event](productName), ...renderMail(language, parts) };
}

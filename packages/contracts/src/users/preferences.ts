export const PREFERENCE_LANGUAGES = ['zh-CN', 'en-US'] as const;
export type PreferenceLanguage = (typeof PREFERENCE_LANGUAGES)[number];

export const TIMEZONES = ['Asia/Shanghai', 'America/New_York', 'Europe/London'] as const;
export type Timezone = (typeof TIMEZONES)[number];

export interface Preferences {
  emailNotifications: boolean;
  marketingEmails: boolean;
  language: PreferenceLanguage;
  timezone: Timezone;
}

export const DEFAULT_PREFERENCES: Preferences = {
  emailNotifications: true,
  marketingEmails: false,
  language: 'zh-CN',
  timezone: 'Asia/Shanghai',
};

export const NAME_MAX = 100;

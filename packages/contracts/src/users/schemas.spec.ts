import { describe, expect, test } from '@jest/globals';
import { DEFAULT_PREFERENCES } from './preferences.js';
import { preferencesSchema, userCalls } from './schemas.js';

const profile = userCalls.updateProfile.schemas.body;
const preferences = userCalls.updatePreferences.schemas.body;

describe('a display name', () => {
  test.each([
    [' Ada  Lovelace ', 'Ada  Lovelace'],
    ['小狐狸', '小狐狸'],
    ['🦊'.repeat(100), '🦊'.repeat(100)],
    ['a\u202eb', 'ab'],
  ])('%j is kept as %j', (sent, name) => {
    expect(profile.parse({ name: sent })).toEqual({ name });
  });

  test.each(['', ' \u3000 ', '\u200b', '🦊'.repeat(101), '\u0000'])('%j is refused', (name) => {
    expect(profile.safeParse({ name }).error?.issues[0]?.path).toEqual(['name']);
  });
});

describe('preferences', () => {
  test('the defaults are valid', () => {
    expect(preferencesSchema.parse(DEFAULT_PREFERENCES)).toEqual({
      emailNotifications: true,
      marketingEmails: false,
      language: 'zh-CN',
      timezone: 'Asia/Shanghai',
    });
  });

  test('each can be changed separately', () => {
    expect(preferences.parse({ language: 'en-US' })).toEqual({ language: 'en-US' });
  });

  test.each([
    ['language', 'fr-FR'],
    ['timezone', 'Europe/Paris'],
    ['emailNotifications', 'yes'],
  ])('%s = %j is refused by name', (field, value) => {
    expect(preferences.safeParse({ [field]: value }).error?.issues[0]?.path).toEqual([field]);
  });
});

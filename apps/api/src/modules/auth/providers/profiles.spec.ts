import { describe, expect, test } from '@jest/globals';
import { githubProfile } from './github.js';
import { googleProfile } from './google.js';

describe('Google', () => {
  test('is read as a neutral profile', () => {
    const json = {
      sub: '117',
      name: 'Ada',
      email: 'ada@example.com',
      email_verified: true,
      picture: 'https://lh3.googleusercontent.com/a',
    };
    expect(googleProfile(json)).toEqual({
      provider: 'google',
      subject: '117',
      email: 'ada@example.com',
      emailVerified: true,
      names: ['Ada'],
      avatarUrl: 'https://lh3.googleusercontent.com/a',
    });
  });

  test.each([
    [{ sub: '1' }, { email: null, emailVerified: false, avatarUrl: null }],
    [{ sub: '1', email: 'a@b.c', email_verified: 'true' }, { emailVerified: true }],
    [{ sub: '1', email: 'a@b.c', email_verified: 'false' }, { emailVerified: false }],
    [{ sub: '1', email: 'a@b.c', email_verified: 1 }, { emailVerified: false }],
    [
      { sub: '1', email: ['a@b.c'], name: 7 },
      { email: null, names: [null] },
    ],
  ])('%j bears what is missing or odd', (json, expected) => {
    expect(googleProfile(json)).toMatchObject(expected);
  });

  test.each([null, {}, { sub: '' }, { sub: 7 }, [], 'x'])('%j is no profile', (json) => {
    expect(() => googleProfile(json)).toThrow('Google answered no profile');
  });
});

describe('GitHub', () => {
  const account = { id: 42, login: 'ada', name: null, email: null };
  const address = (email: string, primary: boolean, verified: boolean) => ({ email, primary, verified });
  const emailOf = (addresses: unknown) => {
    const { email, emailVerified } = githubProfile(account, addresses);
    return [email, emailVerified];
  };

  test('is known by its number, and named by its login if it has no name', () => {
    expect(githubProfile(account, [])).toEqual({
      provider: 'github',
      subject: '42',
      email: null,
      emailVerified: false,
      names: [null, 'ada'],
      avatarUrl: null,
    });
  });

  test.each([
    ['the proven primary', [address('b@x.y', false, true), address('a@x.y', true, true)], ['a@x.y', true]],
    [
      'a proven one before a claimed primary',
      [address('a@x.y', true, false), address('b@x.y', false, true)],
      ['b@x.y', true],
    ],
    ['the claimed primary', [address('b@x.y', false, false), address('a@x.y', true, false)], ['a@x.y', false]],
    [
      'never the stand-in of people who hide theirs',
      [address('1+ada@users.noreply.github.com', true, true), address('a@x.y', false, false)],
      ['a@x.y', false],
    ],
    ['none of an odd list', [{ email: 7 }], [null, false]],
    ['none of no list', 'nonsense', [null, false]],
  ])('takes %s', (_, addresses, expected) => {
    expect(emailOf(addresses)).toEqual(expected);
  });

  test('counts an address that is only shown in public as claimed', () => {
    expect(githubProfile({ ...account, email: 'shown@x.y' }, [])).toMatchObject({
      email: 'shown@x.y',
      emailVerified: false,
    });
  });

  test.each([null, {}, { id: -1 }, { id: '' }, { login: 'ada' }])('%j is no profile', (json) => {
    expect(() => githubProfile(json, [])).toThrow('GitHub answered no profile');
  });
});

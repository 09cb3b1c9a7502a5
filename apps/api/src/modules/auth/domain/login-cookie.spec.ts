import { expect, test } from '@jest/globals';
import { LoginCookies, newState } from './login-cookie.js';

const plain = new LoginCookies({ installationId: 'main', secure: false });
const secure = new LoginCookies({ installationId: 'main', secure: true });

test('a state names its provider and holds 256 random bits', () => {
  expect(newState('github')).toMatch(/^github\.[\w-]{43}$/);
  expect(newState('github')).not.toBe(newState('github'));
});

test('beyond local mode only this very host can set the cookie', () => {
  expect(secure.nameOf('google.abcdefghijkl')).toBe('__Host-login_main_abcdefgh');
  expect(plain.nameOf('google.abcdefghijkl')).toBe('login_main_abcdefgh');
});

test('only own cookies are taken, not those of another installation on the same host', () => {
  const sent = {
    login_main_abcdefgh: 'one',
    login_main_12345678: 'two',
    login_other_abcdefgh: 'foreign',
    login_main_toolongname: 'no',
    session: 'no',
  };
  expect(plain.among(sent)).toEqual([
    { name: 'login_main_abcdefgh', secret: 'one' },
    { name: 'login_main_12345678', secret: 'two' },
  ]);
});

test('a state that somebody made up gives no odd cookie name', () => {
  expect(plain.nameOf('google.a;b=c\r\nx')).toBe('login_main_abcx');
});

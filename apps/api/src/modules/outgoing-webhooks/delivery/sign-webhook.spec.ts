import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { signWebhook } from './sign-webhook.js';

const secretOf = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const [SECRET, PREVIOUS] = [secretOf(), secretOf()];
const BODY = '{"type":"test","prompt":"狐"}';
const { headers } = signWebhook('event', [SECRET, PREVIOUS], new Date(), BODY);

test.each([SECRET, PREVIOUS])('is verified by the library with each of the secrets', (secret) => {
  expect(new Webhook(secret).verify(BODY, headers)).toEqual({ type: 'test', prompt: '狐' });
});

test('is refused by the library when it is older than five minutes', () => {
  const old = signWebhook('event', [SECRET], new Date(Date.now() - 301_000), BODY);
  expect(() => new Webhook(SECRET).verify(BODY, old.headers)).toThrow('too old');
});

const PAGE = readFileSync(join(process.cwd(), '../../docs/webhooks.md'), 'utf8');
const exampleIn = (language: string): string => {
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(PAGE) ?? [];
  if (code === undefined) throw new Error(`The page has no example in ${language}`);
  return code;
};

const VERIFIERS = {
  js: (): [string, string[]] => [
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `${exampleIn('js')}
       const { secret, headers, body } = JSON.parse(process.env.SIGNED);
       console.log(JSON.stringify(verifyWebhook(secret, headers, Buffer.from(body))));`,
    ],
  ],
  python: (): [string, string[]] => [
    'python3',
    [
      '-c',
      `${exampleIn('python')}
import os
signed = json.loads(os.environ["SIGNED"])
print(json.dumps(verify_webhook(signed["secret"], signed["headers"], signed["body"].encode())))`,
    ],
  ],
};

describe.each(['js', 'python'] as const)('the example of the page in %s', (language) => {
  const verify = (signed: object): unknown => {
    const [command, parameters] = VERIFIERS[language]();
    const env = { ...process.env, SIGNED: JSON.stringify({ secret: SECRET, headers, body: BODY, ...signed }) };
    return JSON.parse(execFileSync(command, parameters, { env, stdio: 'pipe' }).toString());
  };

  test('takes each of the signatures, and no other secret, body or time', () => {
    expect(verify({})).toEqual({ type: 'test', prompt: '狐' });
    expect(verify({ secret: PREVIOUS })).toEqual({ type: 'test', prompt: '狐' });
    expect(() => verify({ secret: secretOf() })).toThrow('wrong signature');
    expect(() => verify({ body: '{}' })).toThrow('wrong signature');
    const old = signWebhook('event', [SECRET], new Date(Date.now() - 301_000), BODY);
    expect(() => verify({ headers: old.headers })).toThrow('too old');
  });
});

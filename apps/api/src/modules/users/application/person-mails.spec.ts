import type { User } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { AppError } from '../../../platform/errors/app-error.js';
import { PersonMails } from './person-mails.js';

type Person = Pick<User, 'email' | 'email_verified'>;
const ADA: Person = { email: 'ada@example.com', email_verified: true };

/** Mails to these people were claimed: an error stands for what is thrown where a person is looked up. */
function claimed(people: Record<string, Person | Error>) {
  const sent: string[] = [];
  const restored: string[] = [];
  const find = (userId: string) => {
    const person = people[userId];
    return person instanceof Error ? Promise.reject(person) : Promise.resolve(person);
  };
  const mails = new PersonMails(
    {
      send: ({ to, text }: { to: string; text: string }) => void sent.push(`${to}: ${text}`),
      restoreUnsent: ({ userId }: { userId: string }) => void restored.push(userId),
    } as never,
    { find } as never,
    { preferences: () => Promise.resolve({ language: 'en-US' }) } as never,
  );
  const all = Object.keys(people).map((userId) => ({
    userId,
    kind: 'receipt',
    restore: () => Promise.resolve(true),
    write: ({ language }: { language: string }) => ({ subject: '', text: `${userId} ${language}`, html: '' }),
  }));
  return { send: () => mails.send(all), sent, restored };
}

test('mails go to verified addresses alone, in the language of each person', async () => {
  const { send, sent, restored } = claimed({
    nobody: { email: null, email_verified: true },
    unverified: { ...ADA, email_verified: false },
    ada: ADA,
  });
  await send();
  expect([sent, restored]).toEqual([['ada@example.com: ada en-US'], []]);
});

test('an account that was removed meanwhile keeps no other mail from being sent', async () => {
  const { send, sent, restored } = claimed({ removed: new AppError('UNAUTHENTICATED'), ada: ADA });
  await send();
  expect([sent, restored]).toEqual([['ada@example.com: ada en-US'], []]);
});

test('any other fault is told and makes its mail due again, and keeps no other mail from being sent', async () => {
  const { send, sent, restored } = claimed({
    ada: new AppError('INTERNAL_ERROR'),
    bea: ADA,
    cleo: new AppError('SERVICE_UNAVAILABLE'),
    dora: ADA,
  });
  await expect(send()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(sent).toEqual(['ada@example.com: bea en-US', 'ada@example.com: dora en-US']);
  expect(restored).toEqual(['ada', 'cleo']);
});

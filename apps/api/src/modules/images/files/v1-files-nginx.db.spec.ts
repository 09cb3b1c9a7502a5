import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createKey } from '../../../../test/support/api-keys.js';
import { useApp } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { BEHIND_NGINX, describeWithNginx, useNginx, watchHandOvers } from '../../../../test/support/http/nginx.js';
import { ask, type Got } from '../../../../test/support/http/raw-request.js';
import { deliverImage } from '../../../../test/support/images/work.js';

const { addresses: handedOver, onCreated } = watchHandOvers();
const app = useApp({ env: { FREE_ALLOWANCE: 'none', ...BEHIND_NGINX }, onCreated });

const limits = ({ headers }: Got): Record<string, unknown> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('ratelimit-')));

describeWithNginx('a download behind nginx', () => {
  const nginx = useNginx(app);
  let id: string;
  let key: string;
  let session: string;

  beforeAll(async () => {
    const person = await app.signIn({ plan: 'pro' });
    session = person.token;
    await giveUnits(app.dataSource, person.userId, 100);
    ({ key } = await createKey(app, person));
    const made = await app.post<{ id: string }>('/v1/generate', { token: key, body: { prompt: 'a fox' } });
    ({ id } = made.body.data);
    await deliverImage(app, id);
  });
  beforeEach(() => {
    handedOver.length = 0;
  });
  afterAll(() => expectInvariants(app.dataSource));

  const download = (folder: string, token: string, asked: Record<string, string> = {}): Promise<Got> =>
    ask(nginx.origin, {
      path: `${folder}/images/${id}/download`,
      headers: { authorization: `Bearer ${token}`, ...asked },
    });

  test.each<[string, Record<string, string>, number]>([
    ['of all of it', {}, 200],
    ['of a part', { range: 'bytes=0-3' }, 206],
  ])('%s tells a key how many requests are left', async (_, asked, status) => {
    const answer = await download('/api/v1', key, asked);
    expect([answer.status, handedOver.length]).toEqual([status, 1]);
    expect(limits(answer)).toEqual({
      'ratelimit-limit': expect.stringMatching(/^\d+$/),
      'ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'ratelimit-reset': expect.stringMatching(/^\d+$/),
    });
  });

  test('tells none to the website, which has no such limit', async () => {
    const answer = await download('/api', session);
    expect([answer.status, handedOver.length, limits(answer)]).toEqual([200, 1, {}]);
  });
});

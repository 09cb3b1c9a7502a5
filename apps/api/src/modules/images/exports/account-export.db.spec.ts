import type { Answer, User } from '@app/contracts';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createKey } from '../../../../test/support/api-keys.js';
import type { SignedIn } from '../../../../test/support/app.js';
import { useBilling } from '../../../../test/support/billing/billing.js';
import { parseCsv } from '../../../../test/support/http/csv.js';
import { until } from '../../../../test/support/timing/until.js';
import { deliverImage } from '../../../../test/support/images/work.js';
import { readZip, type ZippedFile } from '../../../../test/support/http/zip.js';
import { rows } from '../../../platform/database/rows.js';

const { app, billing } = useBilling();

interface Account {
  profile: User;
  preferences: object;
  [section: string]: unknown;
}

interface Owner {
  person: SignedIn;
  imageId: string;
  /** What opens something, each as the person was told it. */
  secrets: string[];
}

const data = async <T>({ token }: SignedIn, path: string, body: object): Promise<T> => {
  const answer = await app.post<T>(path, { token, body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
};

/** Somebody with one of everything, each named after them. */
async function ownerOf(name: string): Promise<Owner> {
  const { person } = await billing.buy();
  await app.request('PUT', '/users/profile', { token: person.token, body: { name } });
  const { id: imageId } = await data<Answer<'images.generate'>>(person, '/images/generate', {
    prompt: `image ${name}`,
  });
  await deliverImage(app, imageId);
  const share = await data<Answer<'images.share'>>(person, `/images/${imageId}/share`, {});
  const batch = { name: `batch ${name}`, rows: [{ prompt: `row ${name}`, negative_prompt: 'blur' }] };
  await data(person, '/batches', batch);
  const { key } = await createKey(app, person, { name: `key ${name}` });
  const hook = { url: `https://${name}.example/hook`, events: ['credits.low'] };
  const endpoint = await data<Answer<'webhookEndpoints.create'>>(person, '/webhook-endpoints', hook);
  await billing.data(person, 'PUT', '/billing-details', { company: `company ${name}`, tax_id: '', address: '' });
  await billing.data(person, 'POST', '/cancel', { reason: `reason ${name}` });
  const secrets = [share.token, key, endpoint.secret, person.token, person.refreshToken];
  return { person, imageId, secrets };
}

async function archiveOf({ token }: SignedIn, wanted: object): Promise<Map<string, ZippedFile>> {
  const { url } = await data<Answer<'images.createExport'>>({ token } as SignedIn, '/images/exports', wanted);
  const response = await fetch(`${app.url}${url}`, { headers: { 'accept-language': 'en' } });
  expect(response.status).toBe(200);
  const archive = await readZip(Buffer.from(await response.arrayBuffer()));
  await until(async () => (await rows(app.dataSource, `select 1 from running_exports`)).length === 0);
  return archive;
}

const textOf = (archive: Map<string, ZippedFile>, name: string): string => archive.get(name)?.bytes.toString() ?? '';
const accountOf = (archive: Map<string, ZippedFile>): Account => JSON.parse(textOf(archive, 'account.json')) as Account;

let ada: Owner;
let archive: Map<string, ZippedFile>;

describe('the archive of everything', () => {
  beforeEach(async () => {
    if (archive) return;
    ada = await ownerOf('ada');
    await ownerOf('grace');
    archive = await archiveOf(ada.person, { format: 'zip' });
  });

  test('holds account and statement beside the images', () => {
    const texts = ['account.json', 'statement.csv', 'not-delivered.json', 'manifest.json'];
    expect([...archive.keys()]).toEqual(['image-ada-1.png', ...texts]);
  });

  test('tells of the account what its pages show', async () => {
    const { person, imageId } = ada;
    const account = accountOf(archive);
    expect(account.profile).toEqual((await app.get('/users/profile', person)).body.data);
    expect(account.preferences).toEqual((await app.get('/users/me/preferences', person)).body.data);
    expect(account).toMatchObject({
      sign_ins: [{ provider: 'google', email: account.profile.email }],
      subscriptions: [{ plan_id: 'plan-pro', is_annual: false, status: 'active', cancel_reason: 'reason ada' }],
      payments: [{ plan_id: 'plan-pro', amount: 9.99, currency: 'USD', status: 'success' }],
      invoices: [{ plan_id: 'plan-pro', amount: 9.99, status: 'paid' }],
      subscription_events: [{ kind: 'started', plan_id: 'plan-pro' }, { kind: 'cancelled' }],
      billing_details: [{ company: 'company ada' }],
      shares: [{ image_id: imageId, revoked_at: null }],
      batches: [{ name: 'batch ada', rows: [{ number: 1, prompt: 'row ada', negative_prompt: 'blur' }] }],
      api_keys: [{ name: 'key ada', revoked_at: null }],
      webhook_endpoints: [{ url: 'https://ada.example/hook', events: ['credits.low'] }],
    });
  });

  test('holds the whole credit statement', async () => {
    const { body } = await app.get<string>('/quota/statement/export', ada.person);
    expect(textOf(archive, 'statement.csv')).toBe(body);
    const [head = [], ...lines] = parseCsv(textOf(archive, 'statement.csv').slice(1));
    expect(lines.map((line) => line[head.indexOf('Type')])).toEqual(expect.arrayContaining(['Received', 'Charged']));
  });

  test('holds no secret, and no hash of one', async () => {
    const stored = await rows<{ bytes: Buffer }>(
      app.dataSource,
      `select key_hash as bytes from api_keys union all select token_hash from shares
        union all select secret_sealed from webhook_endpoints`,
    );
    expect(stored.length).toBeGreaterThanOrEqual(6);
    const written = stored.flatMap(({ bytes }) => [
      bytes.toString('hex'),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      // How JSON has a buffer.
      [...bytes].join(','),
    ]);
    const text = [...archive.values()].map(({ bytes }) => bytes.toString('latin1')).join('\n');
    const secrets = [...ada.secrets, ...written];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test("holds nothing of another person's", () => {
    for (const name of ['account.json', 'statement.csv', 'manifest.json']) {
      expect(textOf(archive, name)).toContain('ada');
      expect(textOf(archive, name)).not.toContain('grace');
    }
  });

  test('holds the account in each part, and a selection of images holds none', async () => {
    const part = await archiveOf(ada.person, { format: 'zip', before: 2 });
    expect([...part.keys()]).toEqual([...archive.keys()]);
    const selection = await archiveOf(ada.person, { format: 'zip', image_ids: [ada.imageId] });
    expect([...selection.keys()]).toEqual(['image-ada-1.png', 'not-delivered.json', 'manifest.json']);
  });

  test('is whole when the lists are longer than a page, and when they are empty', async () => {
    const nobody = await app.signIn();
    const none = accountOf(await archiveOf(nobody, { format: 'zip' }));
    expect(none).toMatchObject({ payments: [], batches: [], webhook_endpoints: [], api_keys: [] });
    await rows(
      app.dataSource,
      `insert into shares (id, user_id, image_id, token_hash, created_at, expires_at, revoked_at)
       select gen_random_uuid(), $1, $2, sha256(n::text::bytea), now() + n * interval '1 s', now(), now()
         from generate_series(1, 1200) n`,
      [ada.person.userId, ada.imageId],
    );
    const { shares } = accountOf(await archiveOf(ada.person, { format: 'zip' })) as unknown as {
      shares: { created_at: string }[];
    };
    expect(shares).toHaveLength(1201);
    const times = shares.map(({ created_at: at }) => at);
    expect(times).toEqual(times.toSorted());
  });
});

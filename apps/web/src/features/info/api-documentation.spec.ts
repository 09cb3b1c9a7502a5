import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_KEY_SCOPES, LOCALES, v1Document } from '@app/contracts';
import { describe, expect, it } from '@jest/globals';

const pageOf = (locale: string): string =>
  readFileSync(join(__dirname, '..', '..', 'content', locale, 'api.mdx'), 'utf8');
const examplesOf = (locale: string): string[] => pageOf(locale).match(/```(\w+)\n[\s\S]*?```/g) ?? [];
const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const isCall = (code: string): boolean => /^(GET|POST|DELETE|PUT|PATCH) \//.test(code);
const linesOf = (locale: string): string[] => pageOf(locale).split('\n');

interface Schema {
  properties: Record<string, Schema>;
  items: Schema;
}
interface Operation {
  responses: Record<string, { description: string }>;
  security: { apiKey?: string[] }[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: Schema & { $ref?: string } } } };
}
const { paths, components } = v1Document('Lumina') as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
    ...operation,
  })),
);

const serverErrors = new Set(
  operations
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => Number(status) >= 500)
    .flatMap(([, { description }]) => description.split(', ')),
);

/** Fields of a body, and of the rows in it. */
function bodyFields({ requestBody }: Operation): string[] {
  const schema = requestBody?.content['application/json'].schema;
  if (!schema) return [];
  const { properties } = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? '']! : schema;
  return Object.keys(properties);
}

describe('the examples of the API documentation', () => {
  it.each(LOCALES)('are the same in %s', (locale) => {
    expect(examplesOf(locale)).toEqual(examplesOf('en'));
    expect(examplesOf(locale).map((example) => /\w+/.exec(example)?.[0])).toEqual(
      expect.arrayContaining(['bash', 'js', 'python']),
    );
  });

  it('save what was downloaded only where it is no refusal', () => {
    const [, saving = ''] = /```js\n(\/\/ lake[\s\S]*?)```/.exec(pageOf('en')) ?? [];
    expect(saving).toMatch(/\.ok\b[^]*throw[^]*writeFile\(/);
  });

  it('install the client from a file of their own, because the address serves another one after an update', () => {
    const installing = examplesOf('en').flatMap((example) => example.match(/^npm install .*lumina-client.*$/gm) ?? []);
    expect(installing).toEqual([
      'npm install ./lumina-client.tgz',
      expect.stringMatching(/^npm install --global https:.*\/lumina-client\.tgz$/),
    ]);
  });
});

describe.each(LOCALES)('the reference of the API documentation in %s', (locale) => {
  const rows = linesOf(locale)
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(' | ').map(codesIn));

  it('has each call with its scope and its parameters, and nothing else', () => {
    const documented = rows
      .filter(([codes = []]) => codes.some(isCall))
      .map(([call, scope, parameters]) => `${call?.join()} ${scope?.join()} ${parameters?.toSorted().join()}`);
    const described = operations
      .filter(({ security }) => security.length > 0)
      .map(({ call, security, parameters }) => {
        const named = parameters.filter(({ name, in: place }) => place !== 'path' && name !== 'idempotency-key');
        const names = named.map(({ name }) => name).toSorted();
        return `${call} ${security[0]?.apiKey?.join()} ${names.join()}`;
      });
    expect(documented.toSorted()).toEqual(described.toSorted());
  });

  it('names the fields of each body', () => {
    const withBody = operations.filter(({ requestBody }) => requestBody !== undefined);
    expect(withBody.map(({ call }) => call)).toEqual(['POST /generate', 'POST /batches']);
    const line = linesOf(locale).find((text) => text.startsWith('`POST /generate`')) ?? '';
    const named = codesIn(line).filter((code) => !isCall(code));
    expect(new Set(named)).toEqual(new Set(withBody.flatMap(bodyFields)));
  });

  it('names the calls that take an idempotency key', () => {
    const line = linesOf(locale).find((text) => text.includes('255')) ?? '';
    const taking = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'idempotency-key'));
    expect(codesIn(line).filter(isCall).toSorted()).toEqual(taking.map(({ call }) => call).toSorted());
  });

  it('tells of each code of a server error whether something may have been charged', () => {
    const explained = linesOf(locale).filter((line) => line.startsWith('| 5'));
    const cells = explained.map((line) => line.split(' | ').map(codesIn));
    const [uncertain = [], refused = []] = cells.map(([, codes = []]) => codes);
    expect([uncertain, refused]).toEqual([
      ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
      ['ENGINE_UNAVAILABLE', 'BACKLOG_FULL'],
    ]);
    expect(new Set([...uncertain, ...refused])).toEqual(serverErrors);
    expect(cells.map(([, , advice]) => advice)).toEqual([['Idempotency-Key'], []]);
  });

  it('explains each scope', () => {
    const scopes: readonly string[] = API_KEY_SCOPES;
    const explained = rows.map(([codes = []]) => codes).filter(([code = '']) => scopes.includes(code));
    expect(explained).toEqual(API_KEY_SCOPES.map((scope) => [scope]));
  });
});

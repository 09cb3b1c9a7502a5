import { GENERATION_ERROR_CODES, routes } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, register } from 'prom-client';
import { parse } from 'yaml';
import './modules/images/shared/metrics.js';
import './platform/observability/metrics.js';
import './modules/operations/database-metrics.js';

const root = join(process.cwd(), '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  annotations: { summary: string; runbook: string };
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const rules = (parse(read('docker/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules: some }) => some,
);
const { panels } = JSON.parse(read('docker/grafana/lumina.json')) as Dashboard;

collectDefaultMetrics();
const SUFFIX = /_(bucket|count|sum)$/;
/** What PromQL itself knows. */
const FUNCTIONS = ['sum', 'max', 'rate', 'increase', 'absent', 'time', 'topk', 'histogram_quantile'];
const OWN = [...FUNCTIONS, 'up', 'by', 'le', 'or', 'and', 'unless', 'offset'];

/** Names in an expression outside of labels, texts and numbers. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b[a-z][a-z0-9_]+\b/g)].map(([name]) => name).filter((name) => !OWN.includes(name));
}

/** Each label that an expression names. */
const labelsIn = (expression: string): string[] =>
  [
    ...[...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) => [...list.matchAll(/(\w+)\s*[=!]/g)]),
    ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => [...list.matchAll(/(\w+)/g)]),
  ].map(([, name = '']) => name);

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

describe.each(expressions)('%s', (_, expression) => {
  test('asks for metrics and labels that exist', () => {
    const metrics = metricsIn(expression);
    expect(metrics.length + Number(expression.includes('up{'))).toBeGreaterThan(0);
    const known = metrics.map(
      (name) => register.getSingleMetric(name) ?? register.getSingleMetric(name.replace(SUFFIX, '')),
    );
    expect(metrics.filter((_name, index) => known[index] === undefined)).toEqual([]);
    const labels = known.flatMap((metric) => (metric as unknown as { labelNames: string[] }).labelNames);
    expect(labelsIn(expression).filter((label) => ![...labels, 'job', 'instance', 'le'].includes(label))).toEqual([]);
  });
});

test('every alert names a section of the operator’s page', () => {
  const sections = new Set([...read('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, title]) => title));
  expect(rules.filter(({ annotations }) => !sections.has(annotations.runbook)).map(({ alert }) => alert)).toEqual([]);
  expect(rules.filter(({ annotations }) => annotations.summary.length < 10)).toEqual([]);
});

/** Which values of a label the first selector of an alert takes. */
function counted(alert: string, label: string, values: readonly string[]): string[] {
  const expression = rules.find((rule) => rule.alert === alert)?.expr ?? '';
  const excluded = new RegExp(`\\b${label}!~"([^"]*)"`).exec(expression)?.[1];
  if (excluded === undefined) throw new Error(`${alert} takes every ${label}`);
  return values.filter((value) => !new RegExp(`^(?:${excluded})$`).test(value));
}

test('an alert fires when a tenth of the images fail for ten minutes, whatever fails but the person and the prompt', () => {
  expect(rules.find(({ alert }) => alert === 'ImagesFail')).toMatchObject({
    expr: expect.stringMatching(/pictures_closed_total.* \/ .*pictures_closed_total.* > 0\.1$/),
    for: '10m',
  });
  const ours = GENERATION_ERROR_CODES.filter((code) => code !== 'CANCELLED' && code !== 'CONTENT_REJECTED');
  expect(counted('ImagesFail', 'outcome', ['delivered', ...GENERATION_ERROR_CODES])).toEqual(ours);
});

test('streams, and tools that wait for an image, do not count as slow', () => {
  const { users, images, service } = routes;
  const [profile = '', ...lasting] = [users.profile, images.events, service.mcp].map(({ path }) => `/api${path}`);
  expect(counted('RequestsAreSlow', 'route', [profile, ...lasting])).toEqual([profile]);
});

/** Whether the first selector of an alert by ending takes this one. */
function takesEnding({ expr }: Rule, ending: string): boolean {
  const [, operator = '', values = ''] = /\{(?:outcome|result)(=|!=|=~|!~)"([^"]*)"/.exec(expr) ?? [];
  return operator !== '' && new RegExp(`^(?:${values})$`).test(ending) !== operator.startsWith('!');
}

test('whatever images end by, but the person’s own will, is counted by some alert', () => {
  const codes = GENERATION_ERROR_CODES.filter((code) => code !== 'CANCELLED');
  expect(codes.filter((code) => !rules.some((rule) => takesEnding(rule, code)))).toEqual([]);
});

test('an engine that declines prompts does not count as one that fails', () => {
  const results = ['ok', 'aborted', 'CONTENT_REJECTED', 'ENGINE_FAILED', 'ENGINE_TIMEOUT', 'IMAGE_INVALID'];
  expect(counted('EngineFails', 'result', results)).toEqual(results.slice(3));
});

import { expect, test } from '@jest/globals';
import { register } from 'prom-client';
import { requestSeconds } from './metrics.js';

test('requests are told as a histogram by method, route and status', async () => {
  for (const seconds of [0.004, 0.005, 0.07, 11]) requestSeconds.observeRequest('GET', '/api/a', 200, seconds);
  requestSeconds.observeRequest('GET', '/api/a', 404, 0.2);
  const text = await register.getSingleMetricAsString('http_request_seconds');
  const of = (name: string, labels: string) =>
    Number(
      new RegExp(`^http_request_seconds_${name}\\{(?=[^}]*${labels})[^}]*status="200"[^}]*\\} (\\S+)$`, 'm').exec(
        text,
      )?.[1],
    );

  expect(text).toContain('# TYPE http_request_seconds histogram');
  expect(of('bucket', 'le="0.005"')).toBe(2);
  expect(of('bucket', 'le="0.05"')).toBe(2);
  expect(of('bucket', 'le="0.1"')).toBe(3);
  expect(of('bucket', 'le="10"')).toBe(3);
  expect(of('bucket', 'le="\\+Inf"')).toBe(4);
  expect(of('count', '')).toBe(4);
  expect(of('sum', '')).toBeCloseTo(11.079);
  expect(text).toMatch(/_count\{[^}]*status="404"[^}]*\} 1/);
  expect(text).toContain('method="GET"');
  expect(text).toContain('route="/api/a"');
});

import { afterEach, expect, test } from '@jest/globals';
import { useApp } from '../../../../test/support/app.js';
import { sendHalf, type HalfSent } from '../../../../test/support/http/half-sent.js';
import { describeWithNginx, useNginx } from '../../../../test/support/http/nginx.js';
import { until } from '../../../../test/support/timing/until.js';

const MOST = 32;

const api = useApp();
const halves: HalfSent[] = [];

afterEach(() => halves.splice(0).forEach(({ socket }) => socket.destroy()));

describeWithNginx('behind nginx', () => {
  const nginx = useNginx(api);

  test('bodies of one address that do not arrive are bounded as without it, and others are served', async () => {
    while (halves.length < MOST + 3) halves.push(await sendHalf(nginx.origin));
    await until(() => halves.filter((half) => half.answer() !== '').length === 3);
    expect(halves.filter((half) => half.status() === 'HTTP/1.1 429')).toHaveLength(3);
    const body = JSON.stringify({ refresh_token: 'none' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${nginx.origin}/api/auth/refresh`, { method: 'POST', body, headers });
    expect(answer.status).toBe(401);
  });
});

import { expect, test } from '@jest/globals';
import { useApp } from '../test/support/app.js';

const api = useApp();

test('health tells that database and Redis answer', async () => {
  const answer = await api.get('/health');
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual({ database: 'ok', redis: 'ok' });
});

test('a signed-in person sees the own profile', async () => {
  const { token, userId } = await api.signIn({ name: '小明' });
  const answer = await api.get('/users/profile', { token });
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({ id: userId, name: '小明', subscription_status: 'free' });
});

test('without a token the answer is 401 in the envelope', async () => {
  const answer = await api.get('/users/profile', { headers: { 'accept-language': 'zh-CN,zh;q=0.9' } });
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED', message: '请先登录' });
});

test('an unknown address is 404 in the envelope, with the request id of the header', async () => {
  const answer = await api.get('/nothing-here');
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({ success: false, code: 'NOT_FOUND' });
  expect(answer.headers.get('x-request-id')).toBe(answer.body.request_id);
});

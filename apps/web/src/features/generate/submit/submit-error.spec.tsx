import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SEED_MAX, type Locale } from '@app/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router-dom';
import { renderPart } from '../../../../test/render-part';
import { API, QUOTA, USER, ok, refuse, startServer } from '../../../../test/server';
// The store is complete once the calls have been loaded.
import '../../../api/endpoints/generations';
import { connectToasts } from '../../../shared/toasts';
import { GeneratePage } from '../generate-page';

const server = startServer();
let asked: number;
let toasts: string[];
let disconnect: () => void;

beforeEach(() => {
  asked = 0;
  toasts = [];
  disconnect = connectToasts(({ text }) => toasts.push(text));
});
afterEach(() => disconnect());

const show = async (locale: Locale, user: typeof USER | null = USER) => {
  const routes = (
    <Routes>
      <Route path="/generate" element={<GeneratePage credits={null} shareDialog={() => null} />} />
      <Route path="*" element={null} />
    </Routes>
  );
  const page = await renderPart(routes, {
    user,
    locale,
    path: '/generate?style=anime',
    namespaces: ['generate', 'work', 'gallery', 'home'],
  });
  await screen.findByRole('textbox', { name: /^(What should it show|想画什么)/ });
  return page;
};
const prompt = () => screen.getByRole('textbox', { name: /^(What should it show|想画什么)/ });
const press = () => userEvent.type(prompt(), '{Control>}{Enter}{/Control}');
const answerSubmissions = (answer: () => Response) =>
  server.use(
    http.post(`${API}/images/generate`, () => {
      asked += 1;
      return answer();
    }),
  );

describe('a press that asks nothing of the server', () => {
  it.each([
    ['en', 'Please enter image description'],
    ['zh', '请输入提示词'],
  ] as const)('says in %s that the prompt is missing', async (locale, text) => {
    answerSubmissions(() => ok(null));
    await show(locale);
    await userEvent.type(prompt(), '   ');
    await press();
    expect(await screen.findByText(text)).toBeVisible();
    expect(asked).toBe(0);
  });

  it.each([
    ['en', 'Please login first', '/login'],
    ['zh', '请先登录', '/zh/login'],
  ] as const)('leads a visitor to the login page and says in %s why', async (locale, text, login) => {
    answerSubmissions(() => ok(null));
    const { place } = await show(locale, null);
    fireEvent.change(prompt(), { target: { value: 'fox' } });
    await press();
    await waitFor(() => expect(place()).toBe(`${login}?redirect=%2Fgenerate%3Fstyle%3Danime`));
    expect(toasts).toContain(text);
    expect(asked).toBe(0);
  });

  it.each([
    ['en', 1, 'Your plan allows 1 image per generation. Choose fewer images, or upgrade.'],
    ['en', 4, 'Your plan allows 4 images per generation. Choose fewer images, or upgrade.'],
    ['zh', 4, '当前套餐每次最多生成 4 张，请减少张数或升级套餐。'],
  ] as const)('names in %s the limit of a plan for %s', async (locale, limit, text) => {
    window.sessionStorage.setItem('generate_draft', JSON.stringify({ count: 8 }));
    server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, imagesPerGeneration: limit })));
    answerSubmissions(() => ok(null));
    await show(locale);
    fireEvent.change(prompt(), { target: { value: 'fox' } });
    await press();
    expect(await screen.findByText(text)).toBeVisible();
    expect(asked).toBe(0);
  });
});

describe('a refusal for a plan that has ended meanwhile', () => {
  it.each([
    ['en', 'Your plan allows 1 image per generation. Choose fewer images, or upgrade.'],
    ['zh', '当前套餐每次最多生成 1 张，请减少张数或升级套餐。'],
  ] as const)('names in %s what the plan allows now', async (locale, text) => {
    window.sessionStorage.setItem('generate_draft', JSON.stringify({ count: 4 }));
    let limit: 1 | 4 = 4;
    server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, imagesPerGeneration: limit, remainingCredits: 50 })));
    answerSubmissions(() => {
      limit = 1;
      return refuse('PLAN_LIMIT');
    });
    await show(locale);
    fireEvent.change(prompt(), { target: { value: 'fox' } });
    await press();
    await waitFor(() => expect(asked).toBe(1));
    expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('a refusal for a seed that is too large', () => {
  it.each([
    ['en', `Seed: A whole number from 0 to ${SEED_MAX}. No credits were spent.`],
    ['zh', `种子：请填写 0 到 ${SEED_MAX} 之间的整数。没有扣除积分。`],
  ] as const)('names it in %s: its field may be out of sight', async (locale, text) => {
    window.sessionStorage.setItem('generate_draft', JSON.stringify({ seed: '9999999999' }));
    answerSubmissions(() => {
      const details = [{ path: 'body.seed', message: 'Too big' }];
      return HttpResponse.json({ success: false, code: 'VALIDATION_FAILED', message: 'no', details }, { status: 422 });
    });
    await show(locale);
    fireEvent.change(prompt(), { target: { value: 'fox' } });
    await press();
    await waitFor(() => expect(asked).toBe(1));
    expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('a refusal without a known code', () => {
  it.each([
    ['en', undefined, 'Image generation failed, please try again'],
    ['zh', undefined, '图片生成失败，请重试'],
    ['en', 'The kiln is cold', 'The kiln is cold'],
  ] as const)(
    'is told in %s by the message of the server (%s), else as a failed generation',
    async (locale, message, text) => {
      answerSubmissions(() => HttpResponse.json({ success: false, message }, { status: 418 }));
      await show(locale);
      fireEvent.change(prompt(), { target: { value: 'fox' } });
      await press();
      expect(await screen.findByText(text)).toBeVisible();
    },
  );
});

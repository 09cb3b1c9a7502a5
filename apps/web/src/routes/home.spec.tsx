import { DEFAULT_MODEL, MODEL_UNITS, SIZES, SIZE_PIXELS, STYLES, toCredits } from '@app/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { API, meHandler, startServer } from '../../test/server';
import { signOut } from '../api/auth/session';
import { SAMPLE_WORKS } from '../entities/sample/sample-works';

const server = startServer();
let app: Awaited<ReturnType<typeof openApp>>;
beforeEach(() => {
  window.sessionStorage.clear();
  setBrowserLanguages(['en-US']);
});
afterEach(() => {
  app.close();
  jest.restoreAllMocks();
});

const main = () => within(screen.getByRole('main'));
const prompt = () => main().getByRole('textbox', { name: 'Describe an image' });
const [opening, ...others] = SAMPLE_WORKS;

it('says what it is, what an image costs, and shows a work with what it was made of', async () => {
  app = await openApp('/');
  expect(main().getByRole('heading', { level: 1 })).toHaveTextContent('Say it. Watch it develop.');
  expect(main().getByText('Self-hosted, yours')).toBeVisible();
  const chips = main().getByText('English and 中文').closest('ul');
  expect(
    within(chips ?? document.body)
      .getAllByRole('listitem')
      .map((chip) => chip.textContent),
  ).toEqual(['From 2.5 credits', `${STYLES.length} styles`, `${SIZES.length} sizes`, 'English and 中文']);
  const print = within(main().getAllByRole('figure')[0] ?? document.body);
  expect(print.getByRole('img')).toHaveAttribute('alt', opening?.prompt.en);
  // The one that is above the fold; no other may slow it down.
  expect(
    main()
      .getAllByRole('img')
      .filter((image) => image.getAttribute('loading') === 'eager'),
  ).toEqual([print.getByRole('img')]);
  expect(print.getByRole('button', { name: `Use this prompt: ${opening?.prompt.en}` })).toBeVisible();
  expect(print.getByText('No. 0001')).toBeVisible();
  expect(print.getByText(new RegExp(`· ${opening?.size} · made by the demo engine`))).toBeVisible();
});

it('has again what was typed before the sign-in', async () => {
  window.sessionStorage.setItem('prompt_draft', 'a fox');
  app = await openApp('/');
  expect(prompt()).toHaveValue('a fox');
  await userEvent.type(prompt(), ' in snow');
  expect(prompt()).toHaveValue('a fox in snow');
});

it('keeps what a person typed until the sign-out, and no longer', async () => {
  server.use(
    meHandler('good'),
    http.post(`${API}/auth/logout`, () => new HttpResponse(null, { status: 204 })),
  );
  window.localStorage.setItem('access_token', 'good');
  app = await openApp('/');
  await userEvent.type(prompt(), 'a fox');
  await waitFor(() => expect(app.store.getState().session.phase).toBe('signed-in'));
  expect(prompt()).toHaveValue('a fox');
  await act(() => app.store.dispatch(signOut()));
  expect(prompt()).toHaveValue('');
});

it('keeps what was typed for whichever link is followed, and for the way back', async () => {
  app = await openApp('/');
  await userEvent.type(prompt(), 'a fox');
  await userEvent.click(main().getByRole('link', { name: 'See examples' }));
  await main().findByRole('heading', { level: 1, name: 'Explore' });
  expect(window.sessionStorage.getItem('prompt_draft')).toBe('a fox');
  act(() => window.history.back());
  await waitFor(() => expect(prompt()).toHaveValue('a fox'));
  await userEvent.clear(prompt());
  expect(window.sessionStorage.getItem('prompt_draft')).toBeNull();
});

it('offers to have back what was typed where an example takes its place', async () => {
  app = await openApp('/');
  await userEvent.type(prompt(), 'half a thought');
  const [first, second] = main().getAllByRole('button', { name: /^Use this prompt/ });
  await userEvent.click(first ?? document.body);
  expect(prompt()).toHaveValue(opening?.prompt.en);
  expect(window.sessionStorage.getItem('prompt_draft')).toBe(opening?.prompt.en);
  expect(await screen.findByText('Your prompt was replaced.')).toBeVisible();
  await userEvent.click(second ?? document.body);
  expect(prompt()).toHaveValue(others[0]?.prompt.en);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(prompt()).toHaveValue('half a thought'));
  expect(window.sessionStorage.getItem('prompt_draft')).toBe('half a thought');
});

it.each([
  [true, 'auto'],
  [false, 'smooth'],
] as const)('scrolls to the prompt as the person wants motion (less: %s)', async (isStill, behavior) => {
  const matchMedia = window.matchMedia.bind(window);
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      query.includes('reduced-motion') ? Object.assign(matchMedia(query), { matches: isStill }) : matchMedia(query),
    );
  const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  app = await openApp('/');
  await userEvent.click(main().getAllByRole('button', { name: /^Use this prompt/ })[1] ?? document.body);
  expect(scrolled.mock.calls).toEqual([[{ block: 'center', behavior }]]);
});

it('shows further works, each of which gives its prompt and comes to the front', async () => {
  app = await openApp('/');
  const sheet = within(main().getByRole('list', { name: 'Example images' }));
  const works = others.slice(0, 8);
  expect(sheet.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(
    works.map((work) => work.prompt.en),
  );
  expect(sheet.getByText('0002')).toBeVisible();
  const [chosen] = works;
  await userEvent.click(sheet.getByRole('button', { name: `Use this prompt: ${chosen?.prompt.en}` }));
  expect(prompt()).toHaveValue(chosen?.prompt.en);
  expect(prompt()).toHaveFocus();
  const print = within(main().getAllByRole('figure')[0] ?? document.body);
  expect(print.getByRole('img')).toHaveAttribute('alt', chosen?.prompt.en);
  expect(print.getByText('No. 0002')).toBeVisible();
});

it('shows the price, the returned credits and every format as they are', async () => {
  app = await openApp('/');
  const credits = toCredits(MODEL_UNITS[DEFAULT_MODEL]);
  expect(main().getByText(`Generate · ${credits} credits`)).toBeVisible();
  expect(main().getByText(`−${credits}`)).toBeVisible();
  expect(main().getByText(`+${credits}`)).toBeVisible();
  // The sign of a way back stands at the line of the statement that returns something.
  expect(
    [`−${credits}`, `+${credits}`].map((amount) => main().getByText(amount).querySelector('svg') !== null),
  ).toEqual([false, true]);
  const piece = main().getByRole('heading', { name: 'The whole image, always' }).closest('li');
  const formats = [...(piece?.querySelectorAll<HTMLElement>('[style]') ?? [])];
  const ratio = (width: number, height: number) => (width / height).toFixed(3);
  expect(formats.map(({ style }) => ratio(parseFloat(style.width), parseFloat(style.height)))).toEqual(
    SIZES.map((size) => ratio(SIZE_PIXELS[size].width, SIZE_PIXELS[size].height)),
  );
});

it('leads to the gallery, to the examples and to the generate page', async () => {
  app = await openApp('/');
  const addresses = ['Explore images', 'See examples', 'All examples', 'Generate an image', 'Open the gallery'].map(
    (name) => main().getByRole('link', { name }).getAttribute('href'),
  );
  expect(addresses).toEqual(['/gallery', '/explore', '/explore', '/generate', '/gallery']);
  expect(main().getAllByRole('heading', { level: 3 })).toHaveLength(7);
});

it('lets a user begin, without what is for visitors', async () => {
  server.use(meHandler('good'));
  window.localStorage.setItem('access_token', 'good');
  app = await openApp('/');
  expect(await main().findByRole('button', { name: 'Start creating' })).toBeEnabled();
  expect(screen.queryByRole('link', { name: 'See examples' })).toBeNull();
});

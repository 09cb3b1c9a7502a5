import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../../test/server';
import { Console } from './console';

const server = startServer();

async function show(call: string, fields: Record<string, string> = {}) {
  await renderPart(<Console />, { user: USER, namespaces: ['developers'] });
  await userEvent.type(screen.getByLabelText('API key'), ' key ');
  await userEvent.selectOptions(screen.getByLabelText('Call'), call);
  for (const [name, value] of Object.entries(fields)) await userEvent.type(screen.getByLabelText(name), value);
}
const send = () => screen.getByRole('button', { name: /^Send/ });
const answer = async (title: string) => {
  const shown = await screen.findByRole('region', { name: 'Answer' });
  expect(shown).toHaveTextContent(title);
  return within(shown);
};

describe('the console', () => {
  it('needs a key, and what the call cannot do without', async () => {
    await renderPart(<Console />, { user: USER, namespaces: ['developers'] });
    expect(send()).toBeDisabled();
    await userEvent.type(screen.getByLabelText('API key'), '  ');
    expect(send()).toBeDisabled();
    await userEvent.type(screen.getByLabelText('API key'), 'key');
    expect(send()).toBeEnabled();
    expect(send()).toHaveTextContent(/^Send$/);
    await userEvent.selectOptions(screen.getByLabelText('Call'), 'showImage');
    await userEvent.type(screen.getByLabelText('id'), ' ');
    expect(send()).toBeDisabled();
    await userEvent.type(screen.getByLabelText('id'), 'x');
    expect(send()).toBeEnabled();
    expect(screen.getByRole('option', { name: 'POST /api/v1/generate' })).toBeInTheDocument();
  });

  it('shows status, headers and body of an answer as a program gets them', async () => {
    server.use(
      http.get(`${API}/v1/images/:id`, ({ params }) =>
        HttpResponse.json({ id: params.id }, { status: 404, headers: { 'x-request-id': 'req_7', 'x-other': 'no' } }),
      ),
    );
    await show('showImage', { id: ' a1 ' });
    await userEvent.click(send());
    const shown = await answer('GET /api/v1/images/:id');
    expect(shown.getByText('404')).toBeVisible();
    expect(shown.getByText('x-request-id')).toBeVisible();
    expect(shown.getAllByRole('definition').map((value) => value.textContent)).toEqual(['req_7']);
    expect(shown.getByText(/"id": "a1"/).textContent).toBe('{\n  "id": "a1"\n}');
  });

  it('sends what was filled in, once, with a key of its own, and shows what is no JSON as it is', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${API}/v1/generate`, async ({ request }) => {
        sent.push(await request.json(), request.headers.get('idempotency-key'), request.headers.get('authorization'));
        return HttpResponse.text('plain', { status: 202 });
      }),
    );
    await show('generate', { prompt: ' A fox ' });
    await userEvent.dblClick(send());
    const shown = await answer('POST /api/v1/generate');
    expect(shown.getByText('plain')).toBeVisible();
    expect(sent).toEqual([{ prompt: 'A fox', model: 'sd3.5-medium' }, expect.stringMatching(/.{20}/), 'Bearer key']);
  });

  it('sends what was left without a clear answer again under its idempotency key, so that it is paid once', async () => {
    const keys: (string | null)[] = [];
    const answers = [() => HttpResponse.error(), () => refuse('SERVICE_UNAVAILABLE'), () => refuse('RATE_LIMITED')];
    server.use(
      http.post(`${API}/v1/generate`, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return (answers.shift() ?? (() => ok({ id: 'g' }, 202)))();
      }),
    );
    await show('generate', { 'API key': 'lum_live_secret', prompt: 'A fox' });
    for (const shown of ['Network connection failed', '503', '429', '202', '202']) {
      await userEvent.click(send());
      expect(await screen.findByText(new RegExp(shown))).toBeVisible();
      await waitFor(() => expect(send()).toBeEnabled());
      expect(JSON.stringify(window.sessionStorage)).not.toContain('lum_live_secret');
    }
    await waitFor(() => expect(keys).toHaveLength(5));
    const [first, ...rest] = keys;
    expect(rest.slice(0, 3)).toEqual([first, first, first]);
    expect(rest[3]).toMatch(/.{20}/);
    expect(rest[3]).not.toBe(first);
  });

  it('goes on to say which call was answered while another one is chosen', async () => {
    server.use(http.get(`${API}/v1/credits`, () => ok({})));
    await show('showCredits');
    await userEvent.click(send());
    await answer('GET /api/v1/credits');
    await userEvent.selectOptions(screen.getByLabelText('Call'), 'generate');
    expect(screen.getByRole('region', { name: 'Answer' })).toHaveTextContent('200GET /api/v1/credits');
  });

  it('says that no answer came, and forgets the one before', async () => {
    server.use(http.get(`${API}/v1/credits`, () => ok({})));
    await show('showCredits');
    await userEvent.click(send());
    await answer('GET /api/v1/credits');
    server.use(http.get(`${API}/v1/credits`, () => HttpResponse.error()));
    await userEvent.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent('Network connection failed');
    expect(screen.queryByText('200')).toBeNull();
    server.use(http.get(`${API}/v1/credits`, () => refuse('UNAUTHENTICATED')));
    await userEvent.click(send());
    expect(await screen.findByText('401')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

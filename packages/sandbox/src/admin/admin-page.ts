import { Hono } from 'hono';
import { html } from 'hono/html';
import { ChaosMode, type Chaos } from '../kit/chaos.js';
import type { Clock } from '../kit/clock.js';
import type { Failures } from '../kit/failures.js';
import type { Markup } from '../kit/markup.js';
import { languageFor, momentOf, renderPage } from '../kit/page.js';
import type { Provider, SandboxApp, SandboxContext, SandboxEnv } from '../kit/provider.js';
import type { RequestLog } from '../kit/request-log.js';
import { ADMIN_PAGE_TEXTS, type AdminPageTexts } from './texts.js';

export interface AdminPageParts {
  providers: readonly Provider[];
  clock: Clock;
  chaos: Chaos;
  failures: Failures;
  requests: RequestLog;
  reset: () => void;
}

export function createAdminPage(parts: AdminPageParts): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.get('/', (c) => render(c, parts));
  app.use('/*', async (c, next) => {
    // Rejects cross-site form posts.
    const site = c.req.header('sec-fetch-site');
    return c.req.method === 'POST' && site === 'cross-site' ? c.text('Cross-site', 403) : next();
  });
  for (const { id, adminActions } of parts.providers) if (adminActions) app.route(`/${id}`, adminActions);
  app.post('/clock', async (c) => {
    setClock(parts.clock, await formOf(c));
    return c.redirect('/desk', 303);
  });
  app.post('/chaos', async (c) => {
    const form = await formOf(c);
    const provider = parts.providers.find(({ id }) => id === form.get('provider'));
    const mode = ChaosMode.safeParse(form.get('mode'));
    if (provider && mode.success) parts.chaos.set(provider.id, mode.data);
    return c.redirect('/desk', 303);
  });
  app.post('/failures', async (c) => {
    planFailure(parts, await formOf(c));
    return c.redirect('/desk', 303);
  });
  app.post('/reset', (c) => {
    parts.reset();
    return c.redirect('/desk', 303);
  });
  return app;
}

const formOf = async (c: SandboxContext): Promise<URLSearchParams> => new URLSearchParams(await c.req.text());

const STEPS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000, month: 30 * 86_400_000 };

function setClock(clock: Clock, form: URLSearchParams): void {
  const action = form.get('action');
  if (action === 'freeze') clock.freeze();
  if (action === 'resume') clock.resume();
  if (action === 'reset') clock.reset();
  if (action === 'advance') clock.advance(STEPS[form.get('step') ?? ''] ?? 0);
}

const MAX_FORM_TIMES = 100;

/** `failure` is `<provider> <kind>`, or `none` to clear the plan. */
function planFailure({ providers, failures }: AdminPageParts, form: URLSearchParams): void {
  const [id, kind = ''] = form.get('failure')?.split(' ') ?? [];
  const times = Number(form.get('times'));
  if (id === 'none') failures.clear();
  const provider = providers.find((known) => known.id === id && known.failureKinds?.includes(kind));
  if (!provider || !Number.isInteger(times) || times < 1 || times > MAX_FORM_TIMES) return;
  failures.plan({ provider: provider.id, kind, times });
}

function render(c: SandboxContext, parts: AdminPageParts): Promise<Response> {
  const language = languageFor(c);
  const texts = ADMIN_PAGE_TEXTS[language];
  const body = html`<h1>${texts.title}</h1>
    <p class="muted">${texts.intro}</p>
    <div class="grid">
      <section class="sheet">${clockForm(parts.clock, texts)}</section>
      <section class="sheet">${chaosForms(parts, texts)}</section>
      <section class="sheet">${failureForm(parts, texts)}</section>
    </div>
    ${parts.providers.map((provider) => html`<section class="sheet">${provider.renderAdminSection(language)}</section>`)}
    <section class="sheet">${requestTable(parts.requests, texts)}</section>
    <section class="sheet">
      <h2>${texts.reset}</h2>
      <p class="muted">${texts.resetHint}</p>
      <form method="post" action="/desk/reset"><button class="quiet">${texts.resetAction}</button></form>
    </section>`;
  return renderPage(c, { title: texts.title, body, layout: 'wide' });
}

function clockForm(clock: Clock, texts: AdminPageTexts): Markup {
  return html`<h2>${texts.clock}</h2>
    <p>${momentOf(clock.now())} ${clock.isFrozen ? html`<span class="mark">${texts.frozen}</span>` : ''}</p>
    <form method="post" action="/desk/clock">
      <div class="row">
        <button class="quiet" name="action" value="${clock.isFrozen ? 'resume' : 'freeze'}">
          ${clock.isFrozen ? texts.resume : texts.freeze}
        </button>
        <button class="quiet" name="action" value="reset">${texts.realTime}</button>
      </div>
    </form>
    <form method="post" action="/desk/clock">
      <div class="row">
        <label for="step">${texts.forward}</label>
        <select id="step" name="step">
          <option value="minute">${texts.minute}</option>
          <option value="hour">${texts.hour}</option>
          <option value="day">${texts.day}</option>
          <option value="month">${texts.month}</option>
        </select>
        <button class="quiet" name="action" value="advance">${texts.advance}</button>
      </div>
    </form>`;
}

function chaosForms({ providers, chaos }: AdminPageParts, texts: AdminPageTexts): Markup {
  const form = ({ id, title, chaosModes }: Provider) => {
    const current = chaos.of(id).mode;
    return html`<form method="post" action="/desk/chaos">
      <input type="hidden" name="provider" value="${id}" />
      <div class="row">
        <label for="chaos-${id}">${title}</label>
        <select id="chaos-${id}" name="mode">
          ${chaosModes.map(
            (mode) => html`<option value="${mode}" ${mode === current ? 'selected' : ''}>${texts.modes[mode]}</option>`,
          )}
        </select>
        <button class="quiet">${texts.apply}<span class="hidden"> (${title})</span></button>
      </div>
    </form>`;
  };
  return html`<h2>${texts.chaos}</h2>
    ${providers.map(form)}`;
}

function failureForm({ providers, failures }: AdminPageParts, texts: AdminPageTexts): Markup {
  const planned = failures.list();
  return html`<h2>${texts.failures}</h2>
    ${planned.map(({ provider, kind, times }) => html`<p class="mark">${provider}: ${kind} × ${times}</p>`)}
    <form method="post" action="/desk/failures">
      <div class="row">
        <label for="failure">${texts.failureKind}</label>
        <select id="failure" name="failure">
          <option value="none">${texts.noFailure}</option>
          ${providers.map(({ id, title, failureKinds = [] }) =>
            failureKinds.map((kind) => html`<option value="${id} ${kind}">${title}: ${kind}</option>`),
          )}
        </select>
        <label for="times">${texts.failureTimes}</label>
        <input id="times" name="times" type="number" min="1" max="${MAX_FORM_TIMES}" value="1" />
        <button class="quiet">${texts.apply}<span class="hidden"> (${texts.failures})</span></button>
      </div>
    </form>`;
}

function requestTable(requests: RequestLog, texts: AdminPageTexts): Markup {
  const entries = requests.list().slice(0, 40);
  return html`<h2>${texts.requests}</h2>
    <div class="scroll">
      <table>
        <tbody>
          ${entries.map(
            ({ at, provider, method, path, status, durationMs }) =>
              html`<tr>
                <td>${momentOf(at)}</td>
                <td>${provider}</td>
                <td class="long"><code>${method} ${path.split('?', 1)}</code></td>
                <td>${status === 0 ? texts.noAnswer : status}</td>
                <td>${durationMs} ms</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

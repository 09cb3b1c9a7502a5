import { describe, expect, it, jest } from '@jest/globals';
import {
  DEFAULT_MODEL,
  DEFAULT_SIZE,
  DEFAULT_STYLE,
  type Model,
  type ModelOffer,
  type OutputFormat,
} from '@app/contracts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { models } from '../../../../test/models';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { EMPTY_DRAFT, type GenerateSettings } from '../settings/settings';
import { EngineBanner } from './engine-banner';
import { EngineLine } from './engine-line';
import { AffordableButton, InsteadButton } from './instead-button';
import { useEngineNotes } from './use-engine-notes';
import { useModels, useModelsWatch } from './use-models';

const server = startServer();
const DOWN: Partial<ModelOffer> = { status: 'unavailable', retry_after: 90 };

const settings = (part: Partial<GenerateSettings> = {}): GenerateSettings => ({
  ...EMPTY_DRAFT,
  model: DEFAULT_MODEL,
  style: DEFAULT_STYLE,
  size: DEFAULT_SIZE,
  ...part,
});

function Known({ children }: { children: React.ReactNode }) {
  useModelsWatch();
  const known = useModels().offerOf(DEFAULT_MODEL) !== undefined;
  return known ? <div data-testid="known">{children}</div> : null;
}

/** Parts of the page once the list of models is known; `change` says what is different in it. */
async function show(parts: React.ReactNode, change?: Parameters<typeof models>[0]) {
  server.use(http.get(`${API}/images/models`, () => ok(models(change))));
  const { unmount } = await renderPart(<Known>{parts}</Known>, { user: USER, namespaces: ['generate', 'work'] });
  await screen.findByTestId('known');
  return unmount;
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

describe('in the place of a model that is down', () => {
  const offered = async (model: Model, down: readonly Model[], count = 1) => {
    const part = <InsteadButton settings={settings({ model, count })} onChoose={() => undefined} />;
    const unmount = await show(part, (id) => (down.includes(id) ? DOWN : {}));
    const [text = null] = buttons();
    unmount();
    return text;
  };

  it('the best that costs no more is offered, else the cheapest, and nothing where none works', async () => {
    expect(await offered('sd3.5-large', ['sd3.5-large'])).toBe('Use SD 3.5 Large Turbo · 4 credits');
    expect(await offered('sd3.5-large', ['sd3.5-large', 'sd3.5-large-turbo'])).toBe('Use SD 3.5 Medium · 3.5 credits');
    expect(await offered('sd3.5-flash', ['sd3.5-flash'], 2)).toBe('Use SD 3.5 Medium · 7 credits');
    const all = ['sd3.5-large', 'sd3.5-large-turbo', 'sd3.5-medium', 'sd3.5-flash'] as const;
    expect(await offered('sd3.5-large', all)).toBeNull();
  });

  it('it is chosen by a press', async () => {
    const onChoose = jest.fn<(model: Model) => void>();
    await show(<InsteadButton settings={settings({ model: 'sd3.5-large' })} onChoose={onChoose} />);
    await userEvent.click(screen.getByRole('button'));
    expect(onChoose.mock.calls).toEqual([['sd3.5-large-turbo']]);
  });
});

it.each([
  [400, 1, [], 'Use SD 3.5 Large · 6.5 credits'],
  [65, 1, [], 'Use SD 3.5 Large · 6.5 credits'],
  [64, 1, ['sd3.5-large'], 'Use SD 3.5 Large Turbo · 4 credits'],
  [64, 1, [], 'Use SD 3.5 Large Turbo · 4 credits'],
  [71, 2, [], 'Use SD 3.5 Medium · 7 credits'],
  [10, 1, [], undefined],
] as const)('for %d units and %d images, with %j down, is offered: %s', async (availableUnits, count, down, text) => {
  const part = (
    <AffordableButton settings={settings({ count })} availableUnits={availableUnits} onChoose={() => undefined} />
  );
  await show(part, (id) => ((down as readonly string[]).includes(id) ? DOWN : {}));
  expect(buttons()[0]).toBe(text);
});

describe('who makes an image', () => {
  it('stands below its model; while it is down, so does when it is asked again', async () => {
    const unmount = await show(<EngineLine model="sd3.5-medium" />);
    expect(screen.getByText('By Stability AI')).toBeVisible();
    unmount();
    await show(<EngineLine model="sd3.5-medium" />, () => DOWN);
    expect(
      screen.getByText(/^Stability AI is unavailable right now\. Checking again in (90|89|88) s\.$/),
    ).toBeVisible();
  });

  it('is not told of a model without an engine', async () => {
    await show(<EngineLine model="dall-e-3" />);
    expect(screen.getByTestId('known')).toHaveTextContent(/^$/);
  });
});

describe('the notice of an engine', () => {
  const banner = (news: 'down' | 'back' | null) => (
    <EngineBanner settings={settings()} news={news} onChoose={() => undefined} />
  );
  it('says that it is down, what people can do meanwhile, and offers another one', async () => {
    await show(banner('down'), (id) => (id === DEFAULT_MODEL ? DOWN : {}));
    expect(screen.getByRole('status')).toHaveTextContent(/ is unavailable right now\.$/);
    expect(screen.getByText(/^Checking again in .* You can prepare everything meanwhile\.$/)).toBeInTheDocument();
    expect(buttons()).toHaveLength(1);
  });

  it('says that it is back, or nothing', async () => {
    const unmount = await show(banner('back'));
    expect(screen.getByRole('status')).toHaveTextContent(/^SD 3\.5 .* can be tried again\.$/);
    expect(buttons()).toEqual([]);
    unmount();
    await show(banner(null));
    expect(screen.getByRole('status')).toHaveTextContent(/^$/);
  });
});

describe('what is made up for an engine', () => {
  function Notes({ model, format }: { model: Model; format: OutputFormat }) {
    const { style, format: file } = useEngineNotes(model, format);
    return <p>{`${style ?? '-'} / ${file ?? '-'}`}</p>;
  }
  const notes = async (model: Model, format: OutputFormat, offer: Partial<ModelOffer> = {}) => {
    const unmount = await show(<Notes model={model} format={format} />, () => offer);
    const { textContent } = screen.getByTestId('known');
    unmount();
    return textContent;
  };

  it('is told where it has no styles, or does not make the file', async () => {
    expect(await notes('sd3.5-medium', 'png')).toBe('- / -');
    expect(await notes('sd3.5-medium', 'webp')).toBe(
      '- / This engine makes PNG and JPEG; WebP is converted from that.',
    );
    expect(await notes('sd3.5-medium', 'png', { styles: 'in_words' })).toMatch(/^This engine has no styles.* \/ -$/);
    expect(await notes('dall-e-3', 'webp', { styles: 'in_words' })).toBe('- / -');
  });
});

it('a model ignores what to leave out only where its engine says so', async () => {
  function Ignoring() {
    const { ignoresNegativePrompt, isDown, askAgainAt } = useModels();
    const ids = (['sd3.5-medium', 'sd3.5-large-turbo', 'dall-e-3'] as const).filter(ignoresNegativePrompt);
    return <p>{`${ids.join()} ${isDown('sd3.5-medium')} ${askAgainAt === null}`}</p>;
  }
  await show(<Ignoring />);
  expect(screen.getByText('sd3.5-large-turbo false true')).toBeVisible();
});

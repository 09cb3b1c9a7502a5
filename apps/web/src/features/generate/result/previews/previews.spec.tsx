import { describe, expect, it } from '@jest/globals';
import type { Generation, GenerationImage } from '@app/contracts';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { generation as makeGeneration, image } from '../../../../../test/generations';
import { renderPart } from '../../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../../test/server';
import { progressReceived } from '../../../../entities/generation/generation-jobs';
import { FailedPreview } from './failed-preview';
import { ImagePreview } from './image-preview';

const server = startServer();
const NAMESPACES = ['generate', 'work', 'options', 'gallery', 'home'] as const;

const failed = (part: Partial<GenerationImage>, of: Partial<Generation>, isCell: boolean) =>
  renderPart(
    <FailedPreview generation={makeGeneration(of)} image={image({ status: 'failed', ...part })} isCell={isCell} />,
    { user: USER, namespaces: NAMESPACES },
  );
const words = () => screen.getByText(/^The engine/).textContent;

describe('the place of an image that was not made', () => {
  it('among others says why alone: what is to be done stands below all of them', async () => {
    await failed({ error_code: 'ENGINE_TIMEOUT' }, { status: 'completed' }, true);
    expect(words()).toBe('The engine took too long, so we stopped it.');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/returned/)).toBeNull();
  });

  it.each([
    ['completed', true, 'The engine declined to make this image. The prompt is fine: another seed may pass.'],
    ['completed', false, 'The engine declined to make this image. The prompt is fine: another seed may pass.'],
    ['failed', true, 'The engine declined to make this image.'],
  ] as const)('that was declined where others were %s (cell: %s) says: %s', async (status, isCell, text) => {
    await failed({ error_code: 'CONTENT_REJECTED' }, { status }, isCell);
    expect(words()).toBe(text);
  });

  it('that was declined for its words asks for others', async () => {
    await failed({ error_code: 'CONTENT_REJECTED' }, { status: 'failed' }, false);
    expect(words()).not.toContain('seed');
  });
});

describe('the place of an image', () => {
  const show = async (generation: Generation) => {
    server.use(http.get(`${API}/images/generations/:id`, () => ok(generation)));
    const shown = generation.generated_images[0] ?? image();
    return renderPart(<ImagePreview generation={generation} image={shown} arriving={false} lookedAt={1} />, {
      user: USER,
      namespaces: NAMESPACES,
    });
  };

  it('that is on its way shows how far the engine has come, where the engine tells it', async () => {
    const running = makeGeneration({ status: 'processing' });
    const { store } = await show(running);
    const picture = () => document.querySelector('img')?.getAttribute('src') ?? null;
    expect(picture()).toBeNull();
    const part = { generation_id: running.id, image_id: running.generated_images[0]?.id ?? '' };
    const tell = (preview: string | null) =>
      act(() => void store.dispatch(progressReceived({ ...part, stage: 'drawing', fraction: 0.5, preview })));
    tell(null);
    expect(picture()).toBeNull();
    tell('data:image/webp;base64,AA==');
    expect(picture()).toBe('data:image/webp;base64,AA==');
  });

  it('that was taken back says so, and that its credits are back', async () => {
    const taken = makeGeneration({ status: 'failed', error_code: 'CANCELLED' });
    const generated_images = taken.generated_images.map((each) => ({ ...each, error_code: 'CANCELLED' as const }));
    await show({ ...taken, generated_images });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/3\.5/)).toBeVisible();
  });

  it('that does not load is asked for again, with the address that it has then', async () => {
    let asked = 0;
    const done = makeGeneration({ status: 'completed' });
    await show(done);
    server.use(
      http.get(`${API}/images/generations/:id`, () => {
        asked += 1;
        return ok(done);
      }),
    );
    fireEvent.error(screen.getByRole('img', { name: 'A red fox (Enhance, 1:1)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('img', { name: 'A red fox (Enhance, 1:1)' })).toBeVisible();
    expect(asked).toBeGreaterThan(0);
  });
});

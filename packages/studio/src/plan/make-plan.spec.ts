import { describe, expect, it } from '@jest/globals';
import type { Style } from '@app/contracts';
import { blank, type Canvas } from '../core/canvas.js';
import { buildFront, buildSky } from '../scene/build.js';
import { paintWater } from '../scene/water.js';
import { STYLE_BOOK } from '../styles/book.js';
import { understand } from '../words/understand.js';
import { makePlan } from './make-plan.js';

const planOf = (prompt: string, negative = '') =>
  makePlan(understand(prompt, negative), { prompt, width: 24, height: 16, seed: 11 });

const hasPixels = (canvas: Canvas) =>
  canvas
    .getContext('2d')
    .getImageData(0, 0, canvas.width, canvas.height)
    .data.some((value) => value > 0);

/** Names of the layers before and behind the land, and of what a style adds. */
function layersOf(prompt: string, style: Style): string[] {
  const { manner } = STYLE_BOOK[style];
  const scene = buildSky(planOf(prompt), manner);
  manner?.beyond?.(scene);
  buildFront(scene);
  return scene.layers.filter(({ canvas }) => hasPixels(canvas)).map((layer) => layer.name);
}

describe('what the prompt excludes', () => {
  it.each([
    ['a lake at night', 'no moon'],
    ['a lake at sunset', 'no sun'],
    ['a lake at dawn', 'no sun'],
  ])('is not the light of %s: %s', (prompt, without) => {
    expect(planOf(prompt).light.visible).toBe(true);
    expect(planOf(`${prompt}, ${without}`).light.visible).toBe(false);
    expect(planOf(prompt, without.slice(3)).light.visible).toBe(false);
  });

  it('leaves the moon of a sunset without a sun', () => {
    expect(planOf('the moon over a lake at sunset, no sun').light).toMatchObject({ kind: 'moon', visible: true });
  });

  it.each([
    ['anime', 'a lake at noon', 'clouds', 'cumulus'],
    ['pixel-art', 'a lake at noon', 'clouds', 'cumulus'],
    ['origami', 'a lake at noon', 'clouds', 'cumulus'],
    ['modeling-compound', 'a lake at noon', 'clouds', 'cumulus'],
    ['3d-model', 'a lake at noon', 'clouds', 'cumulus'],
    ['enhance', 'a lake in summer', 'clouds', 'cumulus'],
    ['enhance', 'the sea in a storm', 'lightning', 'lightning'],
    ['enhance', 'an astronaut in space', 'stars', 'stars'],
    ['enhance', 'an astronaut in space', 'planets', 'planets'],
    ['enhance', 'an epic sea', 'god rays', 'rays'],
    ['enhance', 'a magical sea', 'fireflies', 'air'],
    ['fantasy-art', 'a lake at noon', 'moon', 'moons'],
  ] as const)('is not painted by %s: %s, no %s', (style, prompt, without, layer) => {
    expect(layersOf(prompt, style)).toContain(layer);
    expect(layersOf(`${prompt}, no ${without}`, style)).not.toContain(layer);
  });

  it('does not shine on the water either', () => {
    const brightest = (prompt: string) => {
      const water = paintWater(planOf(prompt), blank(24, 16), 'lake');
      return Math.max(
        ...water
          .getContext('2d')
          .getImageData(0, 0, 24, 16)
          .data.filter((_, at) => at % 4 < 3),
      );
    };
    expect(brightest('a lake at night, no moon')).toBeLessThan(brightest('a lake at night, no stars') - 40);
  });
});

describe('numbers', () => {
  it('paints as many of each subject as the prompt says', () => {
    const subjects = planOf('a cat and two dogs').subjects.map(({ subject }) => subject);
    expect(subjects).toEqual(['cat', 'dog', 'dog']);
  });
});

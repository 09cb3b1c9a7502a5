import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { viewerBody } from '../../../../../test/viewer-body';
import type { Point } from './geometry';
import { ImageViewer } from './image-viewer';

let body: ReturnType<typeof viewerBody>;
let control: ImageViewer;
let time: number;
const turn = jest.fn<(by: number) => void>();
const close = jest.fn<() => void>();
const zoomed = jest.fn<(on: boolean) => void>();

beforeEach(() => {
  jest.clearAllMocks();
  time = 0;
  body = viewerBody();
  control = new ImageViewer(body, { canTurn: (by) => by === 1, turn, close, zoomed });
});

/** Lets what glides arrive. */
const arrive = async () => {
  for (let round = 0; round < 4; round += 1) await Promise.resolve();
};

/** One finger along some points, 50 ms each; answers for each movement whether the browser was kept off. */
function drag(...points: Point[]): boolean[] {
  const [first, ...others] = points;
  control.begin(first ? [first] : [], time);
  const kept = others.map((point) => control.move([point], (time += 50)));
  control.end([], (time += 10));
  return kept;
}

function tap(at: Point): void {
  control.begin([at], (time += 100));
  control.end([], (time += 50));
}

describe('a swipe', () => {
  it('takes the image along, and turns when it has gone far enough', async () => {
    control.begin([{ x: 300, y: 250 }], 0);
    expect(control.move([{ x: 220, y: 255 }], 50)).toBe(true);
    expect(body.pose?.strip).toEqual({ x: -80, y: 0 });
    control.move([{ x: 150, y: 255 }], 100);
    control.end([], 110);
    expect(body.pose?.strip).toEqual({ x: -390, y: 0 });
    expect(turn).not.toHaveBeenCalled();
    await arrive();
    expect(turn.mock.calls).toEqual([[1]]);
  });

  it('snaps back from too little', async () => {
    drag({ x: 300, y: 250 }, { x: 290, y: 250 }, { x: 280, y: 250 });
    await arrive();
    expect(body.pose?.strip).toEqual({ x: 0, y: 0 });
    expect(turn).not.toHaveBeenCalled();
  });

  it('follows less and turns to nothing where there is no image', async () => {
    control.begin([{ x: 100, y: 250 }], 0);
    control.move([{ x: 300, y: 250 }], 50);
    expect(body.pose?.strip.x).toBe(60);
    control.end([], 60);
    await arrive();
    expect(turn).not.toHaveBeenCalled();
    expect(body.pose?.strip.x).toBe(0);
  });

  it('from the edge of the window is left to the system', () => {
    expect(drag({ x: 5, y: 250 }, { x: 150, y: 250 })).toEqual([false]);
  });

  it('downwards closes, and follows the finger until then', () => {
    control.begin([{ x: 200, y: 200 }], 0);
    control.move([{ x: 205, y: 260 }], 50);
    expect(body.pose?.strip).toEqual({ x: 0, y: 60 });
    control.move([{ x: 205, y: 360 }], 100);
    expect(close).not.toHaveBeenCalled();
    control.end([], 110);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('up, or down where the page is scrolled, scrolls the page', () => {
    expect(drag({ x: 200, y: 300 }, { x: 200, y: 250 })).toEqual([false]);
    body.top = false;
    expect(drag({ x: 200, y: 200 }, { x: 200, y: 380 })).toEqual([false]);
    expect(close).not.toHaveBeenCalled();
  });

  it('that the system ends snaps back', async () => {
    control.begin([{ x: 300, y: 250 }], 0);
    control.move([{ x: 100, y: 250 }], 50);
    control.cancel();
    await arrive();
    expect(body.pose?.strip.x).toBe(0);
    expect(turn).not.toHaveBeenCalled();
  });
});

describe('a closer look', () => {
  it('comes with two taps, around them, over the whole window, and goes with two more', async () => {
    tap({ x: 195, y: 200 });
    expect(zoomed).not.toHaveBeenCalled();
    tap({ x: 195, y: 200 });
    expect(zoomed.mock.calls).toEqual([[true]]);
    expect(body.large).toBe(true);
    expect(body.pose?.view.scale).toBe(3);
    // What was tapped is still under the finger: 222 px above the middle of the window.
    expect(body.pose?.view.y).toBeCloseTo(-222 - 3 * -50);
    await arrive();
    tap({ x: 195, y: 200 });
    tap({ x: 195, y: 200 });
    await arrive();
    expect(body.large).toBe(false);
    expect(body.pose?.view).toEqual({ scale: 1, x: 0, y: 0 });
    expect(zoomed.mock.calls).toEqual([[true], [false]]);
  });

  it('does not come with two taps that are far apart in place or time', () => {
    tap({ x: 195, y: 200 });
    tap({ x: 60, y: 200 });
    time += 2_000;
    tap({ x: 60, y: 200 });
    expect(zoomed).not.toHaveBeenCalled();
  });

  it('follows two fingers, is held at its edges when they leave, and ends when they close', async () => {
    control.begin(
      [
        { x: 155, y: 250 },
        { x: 235, y: 250 },
      ],
      0,
    );
    // The image has not moved, though its viewer has grown around it.
    expect(body.pose?.view).toEqual({ scale: 1, x: 0, y: -172 });
    expect(
      control.move(
        [
          { x: 95, y: 250 },
          { x: 295, y: 250 },
        ],
        50,
      ),
    ).toBe(true);
    expect(body.pose?.view.scale).toBe(2.5);
    control.end([], 60);
    expect(body.pose?.view.y).toBeCloseTo(-28);
    await arrive();
    control.begin(
      [
        { x: 95, y: 250 },
        { x: 295, y: 250 },
      ],
      100,
    );
    control.move(
      [
        { x: 180, y: 250 },
        { x: 210, y: 250 },
      ],
      150,
    );
    control.end([], 160);
    await arrive();
    expect(body.large).toBe(false);
    expect(zoomed.mock.calls).toEqual([[true], [false]]);
  });

  it('is held at its edges also when the two fingers leave one after the other', async () => {
    control.begin(
      [
        { x: 155, y: 250 },
        { x: 235, y: 250 },
      ],
      0,
    );
    control.move(
      [
        { x: 185, y: 250 },
        { x: 205, y: 250 },
      ],
      50,
    );
    control.end([{ x: 185, y: 250 }], 60);
    control.end([], 70);
    await arrive();
    expect(body.pose?.view).toEqual({ scale: 1, x: 0, y: 0 });
    expect(body.large).toBe(false);
  });

  it('is moved by the finger that is left of two', () => {
    control.begin(
      [
        { x: 155, y: 250 },
        { x: 235, y: 250 },
      ],
      0,
    );
    control.move(
      [
        { x: 95, y: 250 },
        { x: 295, y: 250 },
      ],
      50,
    );
    const before = body.pose?.view;
    control.end([{ x: 95, y: 250 }], 60);
    control.move([{ x: 125, y: 230 }], 100);
    expect(body.pose?.view).toEqual({ scale: 2.5, x: (before?.x ?? NaN) + 30, y: (before?.y ?? NaN) - 20 });
  });

  it('is moved by one finger, which neither turns nor closes then', async () => {
    control.toggleZoom();
    await arrive();
    expect(drag({ x: 300, y: 400 }, { x: 100, y: 700 })).toEqual([true]);
    await arrive();
    expect(body.pose).toEqual({ view: { scale: 3, x: -200, y: 118 }, strip: { x: 0, y: 0 } });
    expect(turn).not.toHaveBeenCalled();
    expect(close).not.toHaveBeenCalled();
  });

  it('is moved by keys as well, and only then', async () => {
    control.pan(1, 0);
    expect(body.pose).toBeNull();
    control.toggleZoom();
    await arrive();
    control.pan(0.2, 0);
    expect(body.pose?.view).toEqual({ scale: 3, x: -78, y: 0 });
  });

  it('does not come where there is no image', () => {
    body.has = false;
    control.toggleZoom();
    control.begin(
      [
        { x: 155, y: 250 },
        { x: 235, y: 250 },
      ],
      0,
    );
    expect(
      control.move(
        [
          { x: 95, y: 250 },
          { x: 295, y: 250 },
        ],
        50,
      ),
    ).toBe(false);
    expect(body.large).toBe(false);
  });

  it('ends with its image, and nothing that was under way reaches the next one', async () => {
    control.toggleZoom();
    await arrive();
    // On its way back to the whole.
    control.toggleZoom();
    control.put('another');
    expect(body.large).toBe(false);
    expect(zoomed).toHaveBeenLastCalledWith(false);
    control.toggleZoom();
    await arrive();
    expect(body.large).toBe(true);
  });
});

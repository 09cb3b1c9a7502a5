import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { viewerBody } from '../../../../../test/viewer-body';
import type { Point } from './geometry';
import { ImageViewer } from './image-viewer';

let body: ReturnType<typeof viewerBody>;
let control: ImageViewer;
const turn = jest.fn<(by: number) => void>();
const close = jest.fn<() => void>();
const zoomed = jest.fn<(on: boolean) => void>();

const at = (x: number, y = 250): Point => ({ x, y });
const STILL = { x: 0, y: 0 };
const APART = [at(155), at(235)];
/** Lets what glides arrive. */
const arrive = async () => {
  for (let round = 0; round < 4; round += 1) await Promise.resolve();
};
const zoom = async () => {
  control.toggleZoom();
  await arrive();
};

beforeEach(() => {
  jest.clearAllMocks();
  body = viewerBody();
  control = new ImageViewer(body, { canTurn: (by) => by === 1, turn, close, zoomed });
});

describe('fingers that are not for the image', () => {
  it('three of them, or none, move nothing', () => {
    control.begin([at(100), at(200), at(300)], 0);
    expect(control.move([at(150), at(250), at(350)], 50)).toBe(false);
    control.begin([], 100);
    expect(control.move([at(150)], 150)).toBe(false);
    expect(body.pose).toBeNull();
  });

  it('that are gone already move nothing either', () => {
    control.begin([at(300)], 0);
    control.move([at(200)], 50);
    expect(control.move([], 100)).toBe(false);
    expect(body.pose?.strip).toEqual({ x: -100, y: 0 });
  });

  it('that scroll the page leave the image where it is, and are no press', () => {
    control.begin([at(200, 300)], 0);
    expect(control.move([at(200, 200)], 50)).toBe(false);
    expect(control.end([], 60)).toBe(false);
    expect(body.pose).toBeNull();
  });

  it('that come while the image is on its way are left to the browser', async () => {
    control.begin([at(300)], 0);
    control.move([at(100)], 50);
    control.end([], 60);
    control.begin([at(300)], 70);
    expect(control.move([at(100)], 120)).toBe(false);
    control.end([], 130);
    await arrive();
    expect(turn.mock.calls).toEqual([[1]]);
  });
});

describe('a second finger', () => {
  it.each([
    ['turn', at(200), at(300, 250)],
    ['close', at(305, 350), at(300, 250)],
  ])('that comes into a swipe to %s takes it back', async (_, to, from) => {
    control.begin([from], 0);
    expect(control.move([to], 50)).toBe(true);
    control.begin([to, at(100)], 60);
    expect(control.move([at(20), at(380)], 100)).toBe(false);
    control.end([], 110);
    await arrive();
    expect(body.pose).toEqual({ view: { scale: 1, x: 0, y: 0 }, strip: STILL });
    expect([turn.mock.calls, close.mock.calls, zoomed.mock.calls]).toEqual([[], [], []]);
  });

  it('that touches without a word of its own does not hinder a swipe, nor does its leaving', async () => {
    control.begin([at(300)], 0);
    control.move([at(250)], 50);
    control.move([at(150), at(40)], 100);
    expect(body.pose?.strip).toEqual({ x: -150, y: 0 });
    expect(control.end([at(150)], 105)).toBe(false);
    expect(control.end([], 110)).toBe(false);
    await arrive();
    expect(turn.mock.calls).toEqual([[1]]);
  });

  it('at the very place of the first enlarges by what they go apart', () => {
    control.begin([at(195), at(195)], 0);
    control.move([at(194), at(196)], 50);
    expect(body.pose?.view.scale).toBe(2);
  });

  it('on an image that is enlarged already goes on from there', async () => {
    await zoom();
    control.begin(APART, 0);
    control.move([at(175), at(215)], 50);
    expect(body.pose?.view.scale).toBe(1.5);
    expect(zoomed.mock.calls).toEqual([[true]]);
  });
});

describe('what the system takes away', () => {
  it('from two fingers or from one that looks around settles at the edges', async () => {
    control.begin(APART, 0);
    control.move([at(180), at(210)], 50);
    control.cancel();
    await arrive();
    expect([body.large, body.pose?.view]).toEqual([false, { scale: 1, ...STILL }]);
    await zoom();
    control.begin([at(100, 400)], 100);
    control.move([at(380, 400)], 150);
    control.move([at(900, 400)], 200);
    control.cancel();
    expect(body.pose?.view).toEqual({ scale: 3, x: 345, y: 0 });
  });

  it('from a swipe that would close snaps back, and from one that was nothing yet moves nothing', async () => {
    control.begin([at(200, 200)], 0);
    control.cancel();
    expect(body.pose).toBeNull();
    control.begin([at(200, 200)], 100);
    control.move([at(205, 360)], 150);
    control.cancel();
    await arrive();
    expect(body.pose?.strip).toEqual(STILL);
    expect(close).not.toHaveBeenCalled();
    expect(control.end([], 200)).toBe(false);
  });
});

describe('a press', () => {
  const press = (where: Point, time: number) => {
    control.begin([where], time);
    return control.end([], time);
  };

  it('is a double one within 300 ms and 30 px, and no longer beyond', () => {
    expect([press(at(195), 1_000), press(at(225), 1_300)]).toEqual([true, true]);
    expect(zoomed.mock.calls).toEqual([[true]]);
  });

  it.each([
    [at(195), 1_301],
    [at(226), 1_300],
  ])('at %j after %d is one of its own', (where, time) => {
    press(at(195), 1_000);
    press(where, time);
    expect(zoomed).not.toHaveBeenCalled();
  });

  it('that comes third begins anew', async () => {
    for (const time of [1_000, 1_100]) press(at(195), time);
    await arrive();
    press(at(195), 1_200);
    await arrive();
    expect(zoomed.mock.calls).toEqual([[true]]);
    press(at(195), 1_300);
    await arrive();
    expect(zoomed.mock.calls).toEqual([[true], [false]]);
  });

  it.each([
    [8, true],
    [9, false],
  ])('may slip by 8 px on an image that is looked at closely: %d', async (by, isPress) => {
    await zoom();
    control.begin([at(195)], 0);
    control.move([at(195 + by)], 50);
    expect(control.end([], 60)).toBe(isPress);
  });
});

describe('a closer look by a button or by keys', () => {
  it('can be ended before it has come', async () => {
    control.toggleZoom();
    control.toggleZoom();
    await arrive();
    expect([body.large, control.isZoomed]).toEqual([false, false]);
    expect(zoomed.mock.calls).toEqual([[true], [false]]);
  });

  it('does not begin while the image snaps back', async () => {
    control.begin([at(300)], 0);
    control.move([at(280)], 500);
    control.end([], 510);
    control.toggleZoom();
    expect(body.large).toBe(false);
    await arrive();
    await zoom();
    expect(zoomed.mock.calls).toEqual([[true]]);
  });

  it('goes up and down by a share of the height', async () => {
    await zoom();
    control.pan(0, 0.1);
    expect(body.pose?.view.y).toBeCloseTo(-84.4);
    control.pan(0, -0.1);
    expect(body.pose?.view.y).toBeCloseTo(0);
  });

  it('stays when the same image is put again; nothing is told of another one that was never enlarged', async () => {
    control.put('one');
    expect(zoomed).not.toHaveBeenCalled();
    await zoom();
    control.put('one');
    expect(control.isZoomed).toBe(true);
    control.put('other');
    control.put('third');
    expect(zoomed.mock.calls).toEqual([[true], [false]]);
  });
});

describe('a short swipe', () => {
  const swipe = async (to: Point, ms: number) => {
    control.begin([at(300)], 1_000);
    control.move([to], 1_000 + ms);
    control.end([], 1_010 + ms);
    await arrive();
    return [turn.mock.calls.length, close.mock.calls.length];
  };

  it.each([
    [at(260), 20, [1, 0]],
    [at(260), 400, [0, 0]],
    [at(300, 290), 20, [0, 1]],
    [at(300, 290), 400, [0, 0]],
  ])('to %j counts only when it is quick: %d ms', async (to, ms, done) => {
    expect(await swipe(to, ms)).toEqual(done);
    if (ms > 20) expect(body.pose?.strip).toEqual(STILL);
  });
});

it('an image that goes while it is looked at closely is whole again', async () => {
  await zoom();
  body.has = false;
  control.pan(0.1, 0);
  await arrive();
  expect(body.pose?.view).toEqual({ scale: 1, ...STILL });
});

it('a swipe whose last movements come at one moment is no less fast', async () => {
  control.begin([at(300)], 0);
  control.move([at(290)], 20);
  control.move([at(270)], 20);
  control.end([], 20);
  await arrive();
  expect(turn.mock.calls).toEqual([[1]]);
});

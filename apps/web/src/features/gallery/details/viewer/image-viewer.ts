import {
  WHOLE,
  distance,
  fullScale,
  largestScale,
  middle,
  minus,
  settled,
  zoomedAt,
  type Extent,
  type Point,
  type View,
} from './geometry';
import { intentOf, isAtEdge, isClosing, turnOf } from './gesture-intent';

/** All that moves: the image in its viewer, and the strip of images that it is on. CSS pixels. */
export interface Pose {
  view: View;
  strip: Point;
}

export interface ViewerElements {
  viewer(): Extent & { middle: Point };
  /** The image as it is shown whole; null when there is none to look at closely. */
  image(): { shown: Extent; pixels: Extent } | null;
  isAtTop(): boolean;
  windowWidth(): number;
  /** Gives the viewer the room for a closer look, or takes it away again. */
  enlarge(on: boolean): void;
  paint(pose: Pose): void;
  /** The same over a moment; resolves when it is there. */
  glide(pose: Pose): Promise<void>;
}

export interface ViewerEvents {
  canTurn(by: 1 | -1): boolean;
  turn(by: 1 | -1): void;
  close(): void;
  zoomed(on: boolean): void;
}

type Mode = 'rest' | 'undecided' | 'browser' | 'turn' | 'close' | 'pan' | 'pinch';

const STILL: Point = { x: 0, y: 0 };
/** What follows a finger where there is nothing to go to. */
const RESISTANCE = 0.3;
const DOUBLE_TAP = { ms: 300, px: 30 };
const TAP_PX = 8;

/** What fingers, mouse and keys do to the image that is open. Points are those of the window. */
export class ImageViewer {
  private view = WHOLE;
  private mode: Mode = 'rest';
  private start: { view: View; fingers: Point[] } = { view: WHOLE, fingers: [] };
  private last = { at: STILL, time: 0 };
  private speed: Point = STILL;
  private tapped: { at: Point; time: number } | null = null;
  /** How far the middle of the viewer moved when it was enlarged. */
  private shift: Point = STILL;
  private gliding = false;
  /** One finger is left of two. */
  private isRest = false;
  /** Its id. */
  private image: string | null = null;
  /** What is overtaken must not end: not on another image, and not in what came after it. */
  private epoch = 0;

  constructor(
    private readonly body: ViewerElements,
    private readonly on: ViewerEvents,
  ) {}

  get isZoomed(): boolean {
    return this.view !== WHOLE;
  }

  /** Another image: nothing is left of what was done to the one before. */
  put(image: string | null): void {
    if (image === this.image) return;
    this.image = image;
    this.mode = 'rest';
    this.gliding = false;
    this.epoch += 1;
    this.showWhole();
  }

  begin(fingers: readonly Point[], time: number): void {
    const [first, second] = fingers;
    if (this.gliding || !first || fingers.length > 2) this.mode = 'browser';
    else if (second) this.beginPinch(first, second);
    else if (this.isZoomed) this.mode = 'pan';
    else this.mode = isAtEdge(first, this.body.windowWidth()) ? 'browser' : 'undecided';
    this.start = { view: this.view, fingers: [...fingers] };
    this.last = { at: first ?? STILL, time };
    this.speed = STILL;
    this.isRest = false;
  }

  /** Whether the browser has to keep off this movement. */
  move(fingers: readonly Point[], time: number): boolean {
    const [at, second] = fingers;
    const [from] = this.start.fingers;
    if (!at || !from) return false;
    const moved = minus(at, from);
    if (this.mode === 'undecided') this.mode = intentOf(moved, { isAtTop: this.body.isAtTop() }) ?? 'undecided';
    this.measureSpeed(at, time);
    if (this.mode === 'pinch' && second) this.pinch(at, second);
    else if (this.mode === 'pan') this.show({ ...this.start.view, ...plus(this.start.view, moved) });
    else if (this.mode === 'turn') this.drag({ x: this.canFollow(moved.x) ? moved.x : moved.x * RESISTANCE, y: 0 });
    else if (this.mode === 'close') this.drag({ x: 0, y: Math.max(moved.y, 0) });
    return this.mode !== 'undecided' && this.mode !== 'browser' && this.mode !== 'rest';
  }

  /** `left`: fingers that are still there. Answers whether it was a press that needs nothing else to happen. */
  end(left: readonly Point[], time: number): boolean {
    if (left.length > 0) {
      if (this.mode === 'pinch') {
        this.begin(left, time);
        this.isRest = true;
      }
      return false;
    }
    const { mode, last, isRest } = this;
    const moved = minus(last.at, this.start.fingers[0] ?? last.at);
    this.mode = 'rest';
    if (mode === 'turn') this.endTurn(moved.x);
    else if (mode === 'close') this.endClose(moved.y);
    else if (mode === 'pinch' || (mode === 'pan' && (isRest || distance(moved, STILL) > TAP_PX))) this.settle();
    else if (mode === 'undecided' || mode === 'pan') return this.tap(last.at, time);
    return false;
  }

  /** The system took the fingers away. */
  cancel(): void {
    const { mode } = this;
    this.mode = 'rest';
    if (mode === 'turn' || mode === 'close') this.snapBack();
    else if (mode === 'pinch' || mode === 'pan') this.settle();
  }

  /** Full size around a point, or the whole again. Without a point: around the middle. */
  toggleZoom(around?: Point): void {
    if (this.gliding && !this.isZoomed) return;
    if (this.isZoomed) {
      this.zoomOut();
      return;
    }
    const image = this.body.image();
    if (!image) return;
    const scale = fullScale(image.pixels, image.shown);
    this.enlarge();
    const at = around ? minus(around, this.body.viewer().middle) : null;
    this.glideTo(this.bounded(at ? zoomedAt(this.view, scale, at) : { scale, x: 0, y: 0 }));
  }

  /** Moves what is looked at closely by a share of the viewer. */
  pan(across: number, down: number): void {
    if (!this.isZoomed) return;
    const { width, height } = this.body.viewer();
    const view = { ...this.view, x: this.view.x - across * width, y: this.view.y - down * height };
    this.glideTo(this.bounded(view));
  }

  private beginPinch(one: Point, other: Point): void {
    // The second finger of a turn that has begun changes nothing.
    if (this.mode === 'turn' || this.mode === 'close' || !this.body.image()) {
      this.cancel();
      this.mode = 'browser';
      return;
    }
    this.mode = 'pinch';
    if (!this.isZoomed) this.enlarge();
    this.last.at = middle(one, other);
  }

  private pinch(one: Point, other: Point): void {
    const [first, second] = this.start.fingers;
    if (!first || !second) return;
    const center = this.body.viewer().middle;
    const scale = (this.start.view.scale * distance(one, other)) / Math.max(distance(first, second), 1);
    const from = minus(middle(first, second), center);
    this.show(zoomedAt(this.start.view, scale, from, minus(middle(one, other), center)));
  }

  private tap(at: Point, time: number): boolean {
    const before = this.tapped;
    this.tapped = { at, time };
    if (!before || time - before.time > DOUBLE_TAP.ms || distance(at, before.at) > DOUBLE_TAP.px) return true;
    this.tapped = null;
    this.toggleZoom(at);
    return true;
  }

  private endTurn(moved: number): void {
    const { width } = this.body.viewer();
    const by = turnOf(moved, this.speed.x, width);
    if (by === null || !this.on.canTurn(by)) {
      this.snapBack();
      return;
    }
    this.glide({ view: this.view, strip: { x: -by * width, y: 0 } }, () => this.on.turn(by));
  }

  private endClose(moved: number): void {
    if (isClosing(moved, this.speed.y)) this.on.close();
    else this.snapBack();
  }

  private snapBack(): void {
    this.glide({ view: this.view, strip: STILL });
  }

  private settle(): void {
    const view = this.bounded(this.view);
    if (view === WHOLE) this.zoomOut();
    else this.glideTo(view);
  }

  private zoomOut(): void {
    // Back to where it lay before the viewer was enlarged.
    const { x, y } = minus(STILL, this.shift);
    this.glide({ view: { scale: 1, x, y }, strip: STILL }, () => this.showWhole());
  }

  private showWhole(): void {
    const was = this.isZoomed;
    this.view = WHOLE;
    this.shift = STILL;
    if (was) this.body.enlarge(false);
    this.body.paint({ view: WHOLE, strip: STILL });
    if (was) this.on.zoomed(false);
  }

  /** The image stays where it is while its viewer grows around it. */
  private enlarge(): void {
    const before = this.body.viewer().middle;
    this.body.enlarge(true);
    this.shift = minus(this.body.viewer().middle, before);
    this.show({ scale: 1, ...minus(STILL, this.shift) });
    this.on.zoomed(true);
  }

  private bounded(view: View): View {
    const image = this.body.image();
    if (!image) return WHOLE;
    return settled(view, image.shown, this.body.viewer(), largestScale(fullScale(image.pixels, image.shown)));
  }

  private canFollow(moved: number): boolean {
    return this.on.canTurn(moved < 0 ? 1 : -1);
  }

  private measureSpeed(at: Point, time: number): void {
    const passed = Math.max(time - this.last.time, 1);
    this.speed = { x: (at.x - this.last.at.x) / passed, y: (at.y - this.last.at.y) / passed };
    this.last = { at, time };
  }

  private show(view: View): void {
    this.view = view;
    this.body.paint({ view, strip: STILL });
  }

  private drag(strip: Point): void {
    this.body.paint({ view: this.view, strip });
  }

  private glideTo(view: View): void {
    this.view = view;
    this.glide({ view, strip: STILL });
  }

  private glide(pose: Pose, then?: () => void): void {
    this.epoch += 1;
    const { epoch } = this;
    this.gliding = true;
    void this.body.glide(pose).then(() => {
      if (epoch !== this.epoch) return;
      this.gliding = false;
      then?.();
    });
  }
}

const plus = (one: Point, other: Point): Point => ({ x: one.x + other.x, y: one.y + other.y });

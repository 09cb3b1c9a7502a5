import type { Atmosphere } from './atmosphere.js';
import type {
  Air,
  Backdrop,
  Fact,
  Flora,
  Ground,
  Mood,
  PaletteName,
  SkyThing,
  Subject,
  Time,
  Water,
  Weather,
  World,
} from '../words/facts.js';

/** Where a subject may be: its foot on the near ground, on the water, on a far rise, or in the air. */
export type Place = 'ground' | 'water' | 'rise' | 'air' | 'span';

export interface Placement {
  readonly subject: Subject;
  readonly place: Place;
  /** Middle of the foot (of the body, in the air), pixels. */
  readonly x: number;
  readonly y: number;
  /** Height of its box, pixels. */
  readonly size: number;
  readonly flip: boolean;
  /** 0 at the lens, 1 at the horizon. */
  readonly depth: number;
  readonly coat?: PaletteName;
}

export interface Light {
  readonly kind: 'sun' | 'moon';
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Whether its disc is in the image. */
  readonly visible: boolean;
  /** -1 when it comes from the left, 1 from the right. */
  readonly side: -1 | 1;
}

/** Everything the layers need, as plain data. Lengths in pixels. */
export interface Plan {
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  /** 1 for one megapixel; all lengths that are not fractions of the frame scale with it. */
  readonly unit: number;
  readonly world: World;
  readonly time: Time;
  readonly weather: ReadonlySet<Weather>;
  readonly sky: ReadonlySet<SkyThing>;
  /** What a style or a mood must not add. */
  readonly struck: ReadonlySet<Fact>;
  readonly backdrops: readonly Backdrop[];
  readonly water?: Water;
  readonly ground?: Ground;
  readonly flora: readonly Flora[];
  readonly air: ReadonlySet<Air>;
  readonly moods: ReadonlySet<Mood>;
  readonly palettes: readonly PaletteName[];
  readonly subjects: readonly Placement[];
  /** y of the horizon. */
  readonly horizon: number;
  /** y where the near bank begins when there is water; the horizon when there is none. */
  readonly bank: number;
  readonly light: Light;
  readonly atmosphere: Atmosphere;
  /** Multiplies the height of backdrops. */
  readonly rise: number;
}

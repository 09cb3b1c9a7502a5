import type { Canvas } from '../core/canvas.js';
import type { Wishes } from '../plan/make-plan.js';
import type { Plan } from '../plan/plan.js';
import type { Manner } from '../scene/build.js';
import type { Scene } from '../scene/scene.js';

/** A style: what it wants of the scene, and what it makes of the layers. It changes geometry or light, never colour alone. */
export interface StyleRecipe {
  readonly wishes?: Wishes;
  readonly manner?: Manner;
  /** From layers to the image; without it the layers as they lie. */
  readonly finish?: (scene: Scene) => Canvas;
  /** A composition of its own, instead of layers. */
  readonly compose?: (plan: Plan) => Canvas;
}

import { blank, type Canvas, type Context } from '../core/canvas.js';
import type { Plan } from '../plan/plan.js';

export type Role = 'sky' | 'celestial' | 'cloud' | 'backdrop' | 'water' | 'ground' | 'flora' | 'subject' | 'air';

/** One sheet of the image. Sheets lie far to near; each is as large as the frame. */
export interface Layer {
  readonly role: Role;
  readonly name: string;
  /** 0 at the lens, 1 at infinity. */
  readonly depth: number;
  readonly canvas: Canvas;
}

/** A stack of layers, and all of them drawn together so far. */
export class Scene {
  readonly layers: Layer[] = [];
  readonly flat: Canvas;

  constructor(readonly plan: Plan) {
    this.flat = blank(plan.width, plan.height);
  }

  /** Puts a finished canvas on top. */
  put(role: Role, name: string, depth: number, canvas: Canvas): void {
    this.layers.push({ role, name, depth, canvas });
    this.flat.getContext('2d').drawImage(canvas, 0, 0, this.plan.width, this.plan.height);
  }

  /** Draws a new layer on top. */
  add(role: Role, name: string, depth: number, draw: (ctx: Context) => void): void {
    const canvas = blank(this.plan.width, this.plan.height);
    draw(canvas.getContext('2d'));
    this.put(role, name, depth, canvas);
  }
}

import type { Painting, PaintProgress, PaintRequest } from '../types.js';

export interface Order {
  readonly id: number;
  readonly request: PaintRequest;
}

export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: PaintProgress }
  | { readonly kind: 'done'; readonly id: number; readonly painting: Painting }
  | { readonly kind: 'failed'; readonly id: number; readonly name: string; readonly message: string };

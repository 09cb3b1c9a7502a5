export { paint } from './paint.js';
export {
  STAGES,
  type OnProgress,
  type Painting,
  type PaintingFormat,
  type PaintProgress,
  type PaintRequest,
  type Stage,
} from './types.js';
export type { UnderstoodWord } from './words/understand.js';

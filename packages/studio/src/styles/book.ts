import type { Style } from '@app/contracts';
import { anime } from './drawn-styles.js';
import { comicBook } from './comic.js';
import { digitalArt } from './brush.js';
import { lowPoly } from './facets.js';
import { origami } from './paper.js';
import { isometric } from './isometric.js';
import { analogFilm, cinematic, enhance, photographic } from './lens.js';
import { pixelArt } from './pixel.js';
import type { StyleRecipe } from './recipe.js';
import { model3d, modelingCompound } from './solid.js';
import { tileTexture } from './tile.js';
import { fantasyArt, neonPunk } from './wonder.js';

/** Every style of the product. */
export const STYLE_BOOK: Readonly<Record<Style, StyleRecipe>> = {
  enhance,
  anime,
  photographic,
  'digital-art': digitalArt,
  'comic-book': comicBook,
  'fantasy-art': fantasyArt,
  'analog-film': analogFilm,
  'neon-punk': neonPunk,
  isometric,
  'low-poly': lowPoly,
  origami,
  'modeling-compound': modelingCompound,
  cinematic,
  '3d-model': model3d,
  'pixel-art': pixelArt,
  'tile-texture': tileTexture,
};

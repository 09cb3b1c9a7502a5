export const STYLES = [
  'enhance',
  'anime',
  'photographic',
  'digital-art',
  'comic-book',
  'fantasy-art',
  'analog-film',
  'neon-punk',
  'isometric',
  'low-poly',
  'origami',
  'modeling-compound',
  'cinematic',
  '3d-model',
  'pixel-art',
  'tile-texture',
] as const;
export type Style = (typeof STYLES)[number];

export const STYLE_GROUPS = {
  realistic: ['enhance', 'photographic', 'cinematic', 'analog-film'],
  anime: ['anime', 'neon-punk'],
  artistic: ['digital-art', 'fantasy-art', 'origami', 'low-poly', 'isometric', 'tile-texture'],
  cartoon: ['comic-book', 'pixel-art', '3d-model', 'modeling-compound'],
} as const satisfies Record<string, readonly Style[]>;
export type StyleGroup = keyof typeof STYLE_GROUPS;
export const STYLE_GROUP_IDS = Object.keys(STYLE_GROUPS) as [StyleGroup, ...StyleGroup[]];

export const SIZES = ['1:1', '16:9', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21'] as const;
export type Size = (typeof SIZES)[number];

/** About one megapixel, in multiples of 64 as image models expect. */
export const SIZE_PIXELS: Record<Size, { width: number; height: number }> = {
  '1:1': { width: 1024, height: 1024 },
  '16:9': { width: 1344, height: 768 },
  '21:9': { width: 1536, height: 640 },
  '2:3': { width: 832, height: 1216 },
  '3:2': { width: 1216, height: 832 },
  '4:5': { width: 896, height: 1088 },
  '5:4': { width: 1088, height: 896 },
  '9:16': { width: 768, height: 1344 },
  '9:21': { width: 640, height: 1536 },
};

export const QUALITIES = ['standard', 'hd'] as const;
export type Quality = (typeof QUALITIES)[number];

export const OUTPUT_FORMATS = ['png', 'jpeg', 'webp'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export const DEFAULT_STYLE: Style = 'enhance';
export const DEFAULT_SIZE: Size = '1:1';
export const DEFAULT_QUALITY: Quality = 'standard';
export const DEFAULT_OUTPUT_FORMAT: OutputFormat = 'png';

export const GENERATION_SORTS = ['created_at', 'prompt', 'style'] as const;
export type GenerationSort = (typeof GENERATION_SORTS)[number];
export const FAVORITE_SORTS = ['favorited_at', ...GENERATION_SORTS] as const;
export type FavoriteSort = (typeof FAVORITE_SORTS)[number];
export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

export const GENERATION_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type GenerationStatus = (typeof GENERATION_STATUSES)[number];

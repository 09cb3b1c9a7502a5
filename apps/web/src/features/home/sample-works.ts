import type { Locale, Size, Style } from '@app/contracts';
import type { PictureSource } from '../../shared/ui/picture';
import pictures from './sample-pictures.json';

export interface SampleWork {
  id: string;
  prompt: Record<Locale, string>;
  style: Style;
  size: Size;
  seed: number;
}

/** What stands on the home page's sheet; the embedded engine paints each from exactly these words. */
export const SAMPLE_WORKS: readonly SampleWork[] = [
  {
    id: 'dusk-lake',
    prompt: { en: 'A still lake at dusk, one small boat', zh: '黄昏的静湖，一叶小舟' },
    style: 'photographic',
    size: '3:2',
    seed: 11,
  },
  {
    id: 'snow-fox',
    prompt: { en: 'A fox in a snowy pine forest', zh: '雪松林里的一只狐狸' },
    style: 'low-poly',
    size: '1:1',
    seed: 23,
  },
  {
    id: 'summer-sea',
    prompt: { en: 'Huge summer clouds over the sea', zh: '海面上巨大的夏日积云' },
    style: 'anime',
    size: '16:9',
    seed: 35,
  },
  {
    id: 'ridges',
    prompt: { en: 'Misty ridges before sunrise', zh: '日出之前，雾里的山脊' },
    style: 'analog-film',
    size: '2:3',
    seed: 47,
  },
  {
    id: 'neon-valley',
    prompt: { en: 'A flooded valley under a neon moon', zh: '霓虹月色下被水淹没的山谷' },
    style: 'neon-punk',
    size: '4:5',
    seed: 59,
  },
  {
    id: 'windmill',
    prompt: { en: 'A little island with a windmill', zh: '立着风车的小岛' },
    style: 'isometric',
    size: '1:1',
    seed: 61,
  },
  {
    id: 'desert',
    prompt: { en: 'A camel crossing dunes at noon', zh: '正午走过沙丘的骆驼' },
    style: 'cinematic',
    size: '21:9',
    seed: 73,
  },
  {
    id: 'paper-whale',
    prompt: { en: 'A whale below a paper moon', zh: '纸月亮下的鲸' },
    style: 'origami',
    size: '5:4',
    seed: 89,
  },
];

const painted: Partial<Record<string, PictureSource>> = pictures;

/** The painted picture of a work; null as long as the build has not made it. */
export const samplePicture = ({ id }: SampleWork): PictureSource | null => painted[id] ?? null;

import {
  type EngineId,
  type ExportFormat,
  type GenerationErrorCode,
  type GenerationStatus,
  type Locale,
  type Model,
  type OutputFormat,
  type Quality,
  type Size,
  type Style,
} from '@app/contracts';
import { BYTE_ORDER_MARK, csvRows, spreadsheetTime } from '../../../platform/csv.js';

export interface ExportedImage {
  id: string;
  generation_id: string;
  frame_number: number;
  created_at: string;
  finished_at: string | null;
  status: GenerationStatus;
  error_code: GenerationErrorCode | null;
  prompt: string;
  negative_prompt: string | null;
  model: Model;
  style: Style;
  size: Size;
  quality: Quality;
  output_format: OutputFormat;
  engine: EngineId | null;
  width: number;
  height: number;
  seed: number;
  /** Of the image that this one was made from, if it still exists. */
  parent_id: string | null;
  credits_used: number;
  is_favorited: boolean;
}

/** Images that exist, and ids of those that were removed since the export began. */
export interface ExportBatch {
  images: ExportedImage[];
  removed: string[];
}

export const EXPORT_CONTENT_TYPE: Record<ExportFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
};

export const exportFileName = (format: ExportFormat, at: string): string =>
  `${format === 'zip' ? 'images' : 'image-history'}-${at.slice(0, 10)}.${format}`;

const COLUMNS = [
  ['frame_number', { en: 'No.', zh: '编号' }],
  ['created_at', { en: 'Created (UTC)', zh: '生成时间（UTC）' }],
  ['finished_at', { en: 'Finished (UTC)', zh: '完成时间（UTC）' }],
  ['status', { en: 'Status', zh: '状态' }],
  ['error_code', { en: 'Error code', zh: '错误代码' }],
  ['prompt', { en: 'Prompt', zh: '提示词' }],
  ['negative_prompt', { en: 'Negative prompt', zh: '不要出现' }],
  ['model', { en: 'Model', zh: '模型' }],
  ['style', { en: 'Style', zh: '风格' }],
  ['size', { en: 'Size', zh: '比例' }],
  ['quality', { en: 'Quality', zh: '画质' }],
  ['output_format', { en: 'Format', zh: '文件格式' }],
  ['engine', { en: 'Engine', zh: '引擎' }],
  ['width', { en: 'Width', zh: '宽' }],
  ['height', { en: 'Height', zh: '高' }],
  ['seed', { en: 'Seed', zh: '种子' }],
  ['credits_used', { en: 'Credits', zh: '消耗积分' }],
  ['is_favorited', { en: 'Favorite', zh: '收藏' }],
  ['id', { en: 'Image ID', zh: '图片 ID' }],
  ['generation_id', { en: 'Generation ID', zh: '任务 ID' }],
  ['parent_id', { en: 'Made from image ID', zh: '来源图片 ID' }],
] as const satisfies readonly (readonly [keyof ExportedImage, Record<Locale, string>])[];

const WORDS: Record<Locale, { statuses: Record<GenerationStatus, string>; yes: string; no: string }> = {
  en: {
    statuses: { pending: 'Queued', processing: 'Generating', completed: 'Done', failed: 'Failed' },
    yes: 'yes',
    no: 'no',
  },
  zh: {
    statuses: { pending: '排队中', processing: '生成中', completed: '已完成', failed: '失败' },
    yes: '是',
    no: '否',
  },
};

function cells(image: ExportedImage, locale: Locale): (string | number | null)[] {
  const { statuses, yes, no } = WORDS[locale];
  const shown = {
    ...image,
    created_at: spreadsheetTime(image.created_at),
    finished_at: image.finished_at && spreadsheetTime(image.finished_at),
    status: statuses[image.status],
    is_favorited: image.is_favorited ? yes : no,
  };
  return COLUMNS.map(([name]) => shown[name]);
}

/** Each batch is read once the one before has been consumed. */
export async function* csvExport(batches: AsyncIterable<ExportBatch>, locale: Locale): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvRows([COLUMNS.map(([, heading]) => heading[locale])]);
  for await (const { images } of batches) {
    if (images.length > 0) yield csvRows(images.map((image) => cells(image, locale)));
  }
}

export async function* jsonExport(batches: AsyncIterable<ExportBatch>, at: string): AsyncGenerator<string, void> {
  const gone: string[] = [];
  let isFirst = true;
  yield `{"exported_at":${JSON.stringify(at)},"pictures":[\n`;
  for await (const { images, removed } of batches) {
    gone.push(...removed);
    if (images.length === 0) continue;
    yield (isFirst ? '' : ',\n') + images.map((image) => JSON.stringify(image)).join(',\n');
    isFirst = false;
  }
  yield `\n],"left_out":${JSON.stringify({ removed: gone })}}\n`;
}

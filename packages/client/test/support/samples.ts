import { success, type Received, type Reply } from './http-server.js';

export const GENERATION_ID = '7f1c2a52-0b1e-4c59-8a0c-0c6f0b6f2d11';
export const KEY = 'lum_live_0123456789012345678901234567890123456';
export const PNG = Buffer.from('\x89PNG of a fox', 'latin1');

interface State {
  status?: string;
  count?: number;
  images?: string[];
}

/** A generation as the service answers it; `images` are the states of its images. */
export function generation({ status = 'pending', count = 1, images = [] }: State = {}): Record<string, unknown> {
  const hasEnded = status === 'completed' || status === 'failed';
  return {
    id: GENERATION_ID,
    prompt: 'a fox',
    status,
    count,
    error_message: status === 'failed' ? 'The engine could not make this image.' : null,
    generated_images: images.map((state, index) => ({ id: `image-${index + 1}`, status: state, error_message: null })),
    credits_used: images.filter((state) => state === 'completed').length,
    queue: hasEnded ? null : { position: 1, estimated_seconds: 3 },
    finished_at: hasEnded ? '2026-11-23T06:00:00.000Z' : null,
  };
}

export const started: Reply = { status: 202, body: { success: true, data: generation() } };

/** A service whose generations end in `end` at the first question. */
export const serviceWith =
  (end: State) =>
  ({ method, path }: Received): Reply => {
    if (method === 'POST') return started;
    if (path.endsWith('/download')) return { body: PNG };
    return success(generation(end));
  };

/** A row of a batch as the service answers it. */
export const row = (number: number, status: string, images: object[] = []) => ({
  number,
  status,
  prompt: `prompt ${number}`,
  error_code: status === 'failed' ? 'ENGINE_FAILED' : null,
  output_format: 'png',
  images,
});

export const batch = (status: string, rows: object[]) => ({
  id: GENERATION_ID,
  status,
  row_count: rows.length,
  total_credits: 3,
  credits_used: 1,
  pause_reason: null,
  held_until: null as string | null,
  finished_at: status === 'running' ? null : '2026-11-23T06:00:00.000Z',
  rows,
});

import type { Generation, GenerationImage } from '@app/contracts';

export const ID = '7a1f0c1e-0000-4000-8000-00000000000a';

export const image = (part: Partial<GenerationImage> = {}): GenerationImage => ({
  id: ID,
  url: null,
  thumbnails: [],
  thumbhash: null,
  width: 1024,
  height: 1024,
  seed: 7,
  status: 'pending',
  error_code: null,
  error_message: null,
  is_favorited: false,
  shared_until: null,
  frame_number: 1,
  ...part,
});

/** A generation of one image, as the API answers it; its status is the image's. */
export const generation = (part: Partial<Generation> = {}): Generation => {
  const status = part.status ?? 'pending';
  return {
    id: ID,
    prompt: 'A red fox',
    negative_prompt: null,
    model: 'sd3.5-medium',
    style: 'enhance',
    size: '1:1',
    quality: 'standard',
    output_format: 'png',
    parent_id: null,
    seed: 7,
    count: 1,
    status,
    error_code: null,
    error_message: null,
    generated_images: [
      image({
        status,
        ...(status === 'completed' && { url: 'http://localhost/api/files/a.png' }),
        ...(status === 'failed' && { error_code: 'ENGINE_TIMEOUT' }),
      }),
    ],
    is_favorited: false,
    credits_used: status === 'completed' ? 3.5 : 0,
    credits_held: status === 'pending' || status === 'processing' ? 3.5 : 0,
    credits_returned: status === 'failed' ? 3.5 : 0,
    unit_price: 3.5,
    engine: null,
    understood: [],
    queue: null,
    deadline: new Date(Date.now() + 240_000).toISOString(),
    created_at: new Date().toISOString(),
    finished_at: status === 'completed' || status === 'failed' ? new Date().toISOString() : null,
    ...part,
  };
};

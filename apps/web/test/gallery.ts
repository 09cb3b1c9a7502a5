import type { GalleryItem } from '@app/contracts';
import { generation as makeGeneration, image } from './generations';

export const imageId = (number: number) => `7a1f0c1e-0000-4000-8002-${String(number).padStart(12, '0')}`;

/** A delivered image of a gallery, by its frame number. */
export const galleryItem = (number: number, part: Partial<GalleryItem> = {}): GalleryItem => {
  const asked = makeGeneration({ status: 'completed' });
  return {
    ...image({ status: 'completed', url: `http://localhost/api/files/${number}.png`, seed: number }),
    prompt: `Prompt ${number}`,
    negative_prompt: asked.negative_prompt,
    model: asked.model,
    style: asked.style,
    size: asked.size,
    quality: asked.quality,
    output_format: asked.output_format,
    parent_id: asked.parent_id,
    engine: 'studio',
    understood: [],
    created_at: asked.created_at,
    finished_at: asked.finished_at,
    generation_id: imageId(number),
    credits_used: 3.5,
    id: imageId(number),
    frame_number: number,
    ...part,
  };
};

/** Some of them, the latest first. */
export const galleryItems = (count: number): GalleryItem[] =>
  Array.from({ length: count }, (_, index) => galleryItem(count - index));

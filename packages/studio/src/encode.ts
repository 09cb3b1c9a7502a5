import sharp from 'sharp';
import type { Canvas } from './core/canvas.js';
import type { PaintingFormat } from './types.js';

const rawOf = (canvas: Canvas) =>
  sharp(canvas.data(), { raw: { width: canvas.width, height: canvas.height, channels: 4 } }).removeAlpha();

/** Encodes without metadata. The canvas must be opaque. */
export async function encode(canvas: Canvas, format: PaintingFormat): Promise<Buffer> {
  const image = rawOf(canvas);
  switch (format) {
    case 'png':
      return image.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
    case 'jpeg':
      return image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
    case 'webp':
      return image.webp({ quality: 90, effort: 3 }).toBuffer();
  }
}

/** A thumbnail of the current state, 64 px on the longer side. */
export function preview(canvas: Canvas): Promise<Buffer> {
  return rawOf(canvas).resize(64, 64, { fit: 'inside' }).webp({ quality: 60 }).toBuffer();
}

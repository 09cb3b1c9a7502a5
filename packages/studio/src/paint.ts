import { encode, preview } from './encode.js';
import { makePlan } from './plan/make-plan.js';
import { buildFront, buildLand, buildSky } from './scene/build.js';
import { STYLE_BOOK } from './styles/book.js';
import type { Canvas } from './core/canvas.js';
import { STAGES, type OnProgress, type Painting, type PaintRequest, type Stage } from './types.js';
import { understand } from './words/understand.js';

const LARGEST = 4096;

function check(request: PaintRequest): void {
  const inRange = (n: number) => Number.isInteger(n) && n >= 16 && n <= LARGEST;
  if (!inRange(request.width) || !inRange(request.height))
    throw new RangeError(`width and height must be whole pixels, 16 to ${LARGEST}`);
  if (!Number.isInteger(request.seed) || request.seed < 0 || request.seed > 4294967294)
    throw new RangeError('seed must be a whole number, 0 to 4294967294');
}

/**
 * Takes 0.5 to 1 s of one core per megapixel, blocking between stages. The same request gives the same pixels. @throws
 * RangeError
 */
export async function paint(request: PaintRequest, onProgress?: OnProgress): Promise<Painting> {
  check(request);
  const report = async (stage: Stage, canvas?: Canvas) => {
    if (!onProgress) return;
    const fraction = (STAGES.indexOf(stage) + 1) / STAGES.length;
    onProgress({ stage, fraction, ...(canvas ? { preview: await preview(canvas) } : {}) });
  };
  const style = STYLE_BOOK[request.style];
  const understood = understand(request.prompt, request.negativePrompt);
  const plan = makePlan(understood, request, style.wishes);
  await report('plan');
  let image: Canvas;
  if (style.compose) {
    image = style.compose(plan);
    await report('style', image);
  } else {
    const scene = buildSky(plan, style.manner);
    await report('sky', scene.flat);
    buildLand(scene, style.manner);
    await report('land', scene.flat);
    buildFront(scene);
    await report('subjects', scene.flat);
    image = style.finish ? style.finish(scene) : scene.flat;
    await report('style', image);
  }
  const bytes = await encode(image, request.format);
  await report('encode', image);
  return { bytes, width: plan.width, height: plan.height, format: request.format, understood: understood.words };
}

import type { GenerationProgress, ProgressStage } from '@app/contracts';
import type { UserEvents } from '../../../platform/events/user-events.js';
import type { EngineProgress } from '../engines/image-engine.port.js';
import type { OpenImage } from './claiming/claim-rows.js';

/** A larger preview would clog the event stream. */
const MAX_PREVIEW_BYTES = 20_000;

const asDataAddress = (preview: EngineProgress['preview']): string | null =>
  preview && preview.bytes.length <= MAX_PREVIEW_BYTES
    ? `data:${preview.contentType};base64,${preview.bytes.toString('base64')}`
    : null;

export type Report = (stage: ProgressStage, progress?: Pick<EngineProgress, 'fraction' | 'preview'>) => void;

/** Every stage at once, within a stage every `everyMs`. The fraction never decreases. */
export function progressOf(events: UserEvents, image: OpenImage, everyMs: number): Report {
  let stageSaid: ProgressStage | null = null;
  let saidAt = -Infinity;
  let furthest: number | null = null;
  return (stage, progress) => {
    const fraction = progress?.fraction ?? null;
    if (fraction !== null) furthest = Math.max(furthest ?? 0, Math.min(1, fraction));
    const now = performance.now();
    if (stage === stageSaid && now - saidAt < everyMs) return;
    stageSaid = stage;
    saidAt = now;
    const data: GenerationProgress = {
      generation_id: image.generationId,
      image_id: image.id,
      stage,
      fraction: furthest,
      preview: asDataAddress(progress?.preview ?? null),
    };
    events.publish(image.userId, { name: 'progress', data });
  };
}

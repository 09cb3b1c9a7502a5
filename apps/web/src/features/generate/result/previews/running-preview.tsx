import type { GenerationImage } from '@app/contracts';
import { useAppSelector } from '../../../../entities/app-state';
import { Spinner } from '../../../../shared/ui/feedback/spinner';
import { EnginePreview } from './engine-preview';

/** The image as far as the engine has come, over the whole frame; an engine without previews leaves it empty. */
export function RunningPreview({ image }: { image: GenerationImage }) {
  const preview = useAppSelector((state) => state.generationJobs.progress[image.id]?.preview);
  if (!preview) return <Spinner className="size-6 text-ink-3" />;
  return <EnginePreview src={preview} />;
}

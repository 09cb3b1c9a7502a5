import type { Generation, GenerationImage } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../../entities/app-state';

/** What happens to an image of a run, in words. */
export function useStage(generation: Generation, image: GenerationImage | undefined): string {
  const { t } = useTranslation('generate');
  const progress = useAppSelector((state) => (image ? state.generationJobs.progress[image.id] : undefined));
  if (progress) return t(`result.stages.${progress.stage}`);
  return t((image ?? generation).status === 'pending' ? 'result.pending' : 'result.processing');
}

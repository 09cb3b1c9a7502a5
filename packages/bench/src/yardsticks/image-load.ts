import { syntheticPicture } from '../measure/synthetic-picture.js';
import { builtModule } from '../product/built-api.js';
import { serve } from './messages.js';

interface PreparePicture {
  preparePicture: (bytes: Buffer, wanted: object) => Promise<unknown>;
}

interface StepBack {
  lowerProcessPriority: () => void;
}

serve(async () => {
  const { preparePicture } = await builtModule<PreparePicture>('modules/images/jobs/picture/prepare-picture.js');
  const { lowerProcessPriority } = await builtModule<StepBack>('platform/process/lower-process-priority.js');
  lowerProcessPriority();
  const bytes = await syntheticPicture(1024);
  const wanted = { width: 1024, height: 1024, format: 'jpeg', sourceType: 'trainedAlgorithmicMedia' };
  const work = (): Promise<void> => preparePicture(bytes, wanted).then(work);
  void work();
  return 0;
});

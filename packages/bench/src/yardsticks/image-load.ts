import { syntheticPicture } from '../measure/synthetic-picture.js';
import { builtModule } from '../product/built-api.js';
import { serve } from './messages.js';

interface PreparePicture {
  preparePicture: (bytes: Buffer, wanted: object) => Promise<unknown>;
}

interface StepBack {
  stepBack: () => void;
}

serve(async () => {
  const { preparePicture } = await builtModule<PreparePicture>('modules/images/jobs/picture/prepare-picture.js');
  const { stepBack } = await builtModule<StepBack>('platform/process/step-back.js');
  stepBack();
  const bytes = await syntheticPicture(1024);
  const wanted = { width: 1024, height: 1024, format: 'jpeg', sourceType: 'trainedAlgorithmicMedia' };
  const work = (): Promise<void> => preparePicture(bytes, wanted).then(work);
  void work();
  return 0;
});

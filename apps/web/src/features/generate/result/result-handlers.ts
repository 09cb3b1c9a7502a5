import type { Generation, GenerationImage } from '@app/contracts';
import type { SubmitEvents } from '../submit/use-submit';
import type { RecentGenerationEvents } from './actions/use-delete-image';

export interface ResultHandlers extends SubmitEvents, RecentGenerationEvents {
  /** Fills the form with what a generation was made from. */
  onReuse: (generation: Generation) => void;
  /** The same, to change the words. */
  onReword: (generation: Generation) => void;
  /** Fills the form for an image that goes back to this one. */
  onRemix: (generation: Generation, image: GenerationImage) => void;
}

import type { Generation, GenerationImage } from '@app/contracts';
import { useDeleteImages } from '../../../../entities/image/use-delete-images';

export interface RecentGenerationEvents {
  /** A generation has no images left … */
  onGone: (id: string) => void;
  /** … and has some again. */
  onBack: (id: string) => void;
}

/** Deletes an image of the result; the last one takes its generation along, and brings it back when it comes back. */
export function useDeleteImage(
  { id, generated_images }: Generation,
  { onGone, onBack }: RecentGenerationEvents,
): (image: GenerationImage) => Promise<void> {
  const { deleteImages } = useDeleteImages();
  return async (image) => {
    const isLast = generated_images.every((other) => other.id === image.id);
    const back = () => {
      if (isLast) onBack(id);
    };
    if (isLast) onGone(id);
    const gone = await deleteImages([image.id], back);
    if (gone.length === 0) back();
  };
}

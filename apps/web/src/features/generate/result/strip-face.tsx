import type { GenerationImage } from '@app/contracts';
import { CircleAlert, ImageOff, Undo2 } from 'lucide-react';
import { isCancelled } from '../../../entities/generation/generation-status';
import { Spinner } from '../../../shared/ui/feedback/spinner';

export function StripFace({ image }: { image: GenerationImage }) {
  const address = image.thumbnails[0]?.url ?? image.url;
  if (image.status === 'completed') {
    return address === null ? (
      <ImageOff aria-hidden="true" className="size-5 text-danger-text" />
    ) : (
      <img src={address} alt="" className="size-full object-contain" />
    );
  }
  if (isCancelled(image)) return <Undo2 aria-hidden="true" className="size-5" />;
  return image.status === 'failed' ? <FailedFace /> : <Spinner />;
}

export const FailedFace = () => <CircleAlert aria-hidden="true" className="size-5 text-danger-text" />;

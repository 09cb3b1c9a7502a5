import type { Generation, Picture } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { isCancelled } from '../../../entities/generation/generation-status';
import { isLost } from '../../../entities/image/image-status';
import { cx } from '../../../shared/cx';
import { StripFace } from './strip-face';
import { Button } from '../../../shared/ui/actions/button';

interface ImageStripProps {
  generation: Generation;
  selected: number;
  onSelect: (index: number) => void;
}

const statusKey = (image: Picture) =>
  isLost(image) ? 'lost.status' : isCancelled(image) ? 'cancel.status' : (`status.${image.status}` as const);

/** The images of one generation side by side; one of them is in the preview. */
export function ImageStrip({ generation, selected, onSelect }: ImageStripProps) {
  const { t } = useTranslation('generate');
  const images = generation.generated_images;
  return (
    <ul className="flex flex-wrap gap-2">
      {images.map((picture, index) => (
        <li key={picture.id}>
          <Button
            variant="plain"
            aria-pressed={index === selected}
            aria-label={t('result.pictureStatus', {
              picture: t('result.pictureOf', { index: index + 1, count: images.length }),
              status: t(statusKey(picture)),
            })}
            onClick={() => onSelect(index)}
            className={cx(
              'grid size-18 place-items-center overflow-hidden rounded-picture bg-surround text-ink-3',
              index === selected && 'outline-2 outline-offset-2 outline-amber-text',
            )}
          >
            <StripFace picture={picture} />
          </Button>
        </li>
      ))}
    </ul>
  );
}

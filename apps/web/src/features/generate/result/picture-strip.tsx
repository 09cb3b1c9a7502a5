import type { Generation } from '@app/contracts';
import { CircleAlert, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isTakenBack } from '../../../api/images-api';
import { cx } from '../../../shared/cx';
import { Spinner } from '../../../shared/ui/spinner';

interface PictureStripProps {
  generation: Generation;
  selected: number;
  onSelect: (index: number) => void;
}

/** The pictures of one generation side by side; one of them is in the tray. */
export function PictureStrip({ generation, selected, onSelect }: PictureStripProps) {
  const { t } = useTranslation('generate');
  const pictures = generation.generated_images;
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map((picture, index) => (
        <li key={picture.id}>
          <button
            type="button"
            aria-pressed={index === selected}
            aria-label={`${t('result.pictureOf', { index: index + 1, count: pictures.length })}, ${t(isTakenBack(picture) ? 'takeBack.status' : `status.${picture.status}`)}`}
            onClick={() => onSelect(index)}
            className={cx(
              'grid size-18 place-items-center overflow-hidden rounded-picture bg-surround text-ink-3',
              index === selected && 'outline-2 outline-offset-2 outline-amber-text',
            )}
          >
            {picture.status === 'completed' ? (
              <img src={picture.thumbnails[0]?.url ?? picture.url ?? ''} alt="" className="size-full object-contain" />
            ) : isTakenBack(picture) ? (
              <Undo2 aria-hidden="true" className="size-5" />
            ) : picture.status === 'failed' ? (
              <CircleAlert aria-hidden="true" className="size-5 text-danger-text" />
            ) : (
              <Spinner />
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

import { isOpen, type Generation, type GenerationImage } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { isCancelled } from '../../../entities/generation/generation-status';
import { isLost } from '../../../entities/image/image-status';
import { cx } from '../../../shared/cx';
import { Button } from '../../../shared/ui/actions/button';
import { ImagePreview } from './previews/image-preview';
import type { LookedAt } from './previews/look-back';
import { useStage } from './use-stage';

interface RunGridProps {
  generation: Generation;
  selected: number;
  arriving: boolean;
  lookedAt: LookedAt;
  onSelect: (index: number) => void;
}

const statusKey = (image: GenerationImage) =>
  isLost(image) ? 'lost.status' : isCancelled(image) ? 'cancel.status' : (`status.${image.status}` as const);

/** All images of one generation, equally large; the selected one is what the actions below act on. */
export function RunGrid({ generation, selected, arriving, lookedAt, onSelect }: RunGridProps) {
  const images = generation.generated_images;
  const { width = 1, height = 1 } = images[0] ?? {};
  const columns = images.length > 4 ? 'grid-cols-2 sm:grid-cols-3 xl:grid-cols-4' : 'grid-cols-2';
  const rows = Math.ceil(images.length / (images.length > 4 ? 4 : 2));
  return (
    <ul
      className={cx('grid w-full gap-(--sheet-gap)', columns)}
      style={{ maxWidth: `max(320px, calc(${(104 / rows).toFixed(1)}dvh * ${width / height}))` }}
    >
      {images.map((image, index) => (
        <RunCell
          key={image.id}
          generation={generation}
          image={image}
          label={{ index: index + 1, count: images.length }}
          selected={index === selected}
          arriving={arriving}
          lookedAt={lookedAt}
          onSelect={() => onSelect(index)}
        />
      ))}
    </ul>
  );
}

interface RunCellProps {
  generation: Generation;
  image: GenerationImage;
  label: { index: number; count: number };
  selected: boolean;
  arriving: boolean;
  lookedAt: LookedAt;
  onSelect: () => void;
}

function RunCell({ generation, image, label, selected, arriving, lookedAt, onSelect }: RunCellProps) {
  const { t } = useTranslation('generate');
  const stage = useStage(generation, image);
  const status = t(statusKey(image));
  return (
    <li
      className={cx(
        'relative grid content-start gap-1 rounded-image bg-print p-1.5 shadow-sheet',
        selected && 'outline-3 outline-amber-text',
      )}
    >
      <div
        className={cx(
          'relative grid min-h-24 place-items-center overflow-clip rounded-image',
          '[&_:is(a,button)]:relative [&_:is(a,button)]:z-10',
          image.status !== 'completed' && 'inner-line bg-surround',
        )}
        style={{ aspectRatio: `${image.width} / ${image.height}` }}
      >
        <ImagePreview generation={generation} image={image} arriving={arriving} lookedAt={lookedAt} isCell />
      </div>
      <Button
        variant="plain"
        aria-pressed={selected}
        aria-label={t('result.imageStatus', { image: t('result.imageOf', label), status })}
        onClick={onSelect}
        // The whole cell can be pressed; links and buttons of the preview stay above.
        className="tabular flex min-h-8 items-center justify-between gap-2 px-1 text-xs text-ink-3 after:absolute after:inset-0"
      >
        <span className="font-semibold text-amber-text">{label.index}</span>
        <span className="truncate">{isOpen(image) ? stage : status}</span>
      </Button>
    </li>
  );
}

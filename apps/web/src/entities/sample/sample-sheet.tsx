import { SIZE_PIXELS } from '@app/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../shared/i18n/locale-context';
import { ImageGrid, ImageCell } from '../../shared/ui/images/image-grid';
import { fillsWidth, rowSizes } from '../../shared/ui/images/justified-rows';
import { ResponsiveImage } from '../../shared/ui/images/responsive-image';
import { sampleImage, type SampleWork } from './sample-works';

interface SampleSheetProps {
  label: string;
  works: readonly SampleWork[];
  /** Frame number of the first work. */
  firstNumber?: number;
  /** The first work is above the fold. */
  eager?: boolean;
  /** The work that is shown elsewhere on the page. */
  shown?: string | null;
  /** Below each work. */
  renderAction: (work: SampleWork) => ReactNode;
}

/** Look of an action that is as wide as its work. */
export const SHEET_ACTION =
  'flex min-h-10 w-full items-center rounded-control px-1 text-start text-sm font-semibold text-amber-text hover:bg-hover';

export function SampleSheet({
  label,
  works,
  firstNumber = 1,
  eager = false,
  shown = null,
  renderAction,
}: SampleSheetProps) {
  const { t } = useTranslation('options');
  const locale = useLocale();
  return (
    <ImageGrid label={label}>
      {works.map((work, index) => (
        <ImageCell
          key={work.id}
          shape={SIZE_PIXELS[work.size]}
          frameNumber={firstNumber + index}
          note={`${t(`styles.${work.style}`)} · ${work.size}`}
          title={work.prompt[locale]}
          selected={shown === work.id}
          below={renderAction(work)}
        >
          <ResponsiveImage
            source={sampleImage(work)}
            alt={work.prompt[locale]}
            eager={eager && index === 0}
            sizes={rowSizes(SIZE_PIXELS[work.size])}
            className={fillsWidth(SIZE_PIXELS[work.size]) ? 'w-full' : 'h-full'}
          />
        </ImageCell>
      ))}
    </ImageGrid>
  );
}

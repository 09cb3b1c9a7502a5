import { JustifiedRows, cellStyle } from '../../shared/ui/images/justified-rows';
import { CELL_STYLE, PADDING_PX } from '../../shared/ui/images/image-grid';
import { ResponsiveImage } from '../../shared/ui/images/responsive-image';
import { SAMPLE_WORKS, sampleImage } from './sample-works';

const SHOWN = 3;

/** A decorative row of sample works. */
export function SampleRow() {
  return (
    <div aria-hidden="true">
      <JustifiedRows className="[--row:94px] [--sheet-gap:8px]">
        {SAMPLE_WORKS.slice(0, SHOWN).map((work) => {
          const source = sampleImage(work);
          return (
            <li key={work.id} style={cellStyle(source, PADDING_PX)} className={CELL_STYLE}>
              <ResponsiveImage source={source} alt="" sizes="180px" preview className="w-full" />
            </li>
          );
        })}
      </JustifiedRows>
    </div>
  );
}

import { SIZES, SIZE_PIXELS, type Size } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { RadioTiles } from '../../../shared/ui/forms/radio-tiles';

const LONG_SIDE = 28;

export function RatioBox({ size, side = LONG_SIDE }: { size: Size; side?: number }) {
  const { width, height } = SIZE_PIXELS[size];
  const scale = side / Math.max(width, height);
  return (
    <span aria-hidden="true" className="grid place-items-center" style={{ width: side + 4, height: side + 4 }}>
      <span
        className={cx('block rounded-image border-current', side < LONG_SIDE ? 'border-[1.5px]' : 'border-2')}
        style={{ width: Math.round(width * scale), height: Math.round(height * scale) }}
      />
    </span>
  );
}

export function SizePicker({ value, onChange }: { value: Size; onChange: (size: Size) => void }) {
  const { t } = useTranslation('generate');
  const tiles = SIZES.map((size) => ({
    value: size,
    label: t('size.pixels', { ratio: size, ...SIZE_PIXELS[size] }),
    children: (
      <span className="grid justify-items-center gap-1">
        <RatioBox size={size} />
        <span className="tabular text-xs">{size}</span>
      </span>
    ),
  }));
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{t('size.label')}</legend>
      <RadioTiles
        label={t('size.label')}
        value={value}
        tiles={tiles}
        onChange={onChange}
        className="grid-cols-5 sm:grid-cols-9 lg:grid-cols-5"
        tileClassName="px-1 py-2"
      />
    </fieldset>
  );
}

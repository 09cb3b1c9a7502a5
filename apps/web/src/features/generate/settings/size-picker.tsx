import { SIZES, SIZE_PIXELS, type Size } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { RadioTiles } from '../../../shared/ui/forms/radio-tiles';

const LONG_SIDE = 28;

function RatioBox({ size }: { size: Size }) {
  const { width, height } = SIZE_PIXELS[size];
  const scale = LONG_SIDE / Math.max(width, height);
  return (
    <span aria-hidden="true" className="grid size-8 place-items-center">
      <span
        className="block rounded-picture border-2 border-current"
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

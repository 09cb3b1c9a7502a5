import { STYLES, type Style } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { RadioTiles } from '../../../shared/ui/forms/radio-tiles';

interface StylePickerProps {
  value: Style;
  hint: string | null;
  onChange: (style: Style) => void;
}

/** One scene in sixteen styles: what a style does is seen, not read. */
export function StylePicker({ value, hint, onChange }: StylePickerProps) {
  const { t } = useTranslation(['generate', 'options']);
  const tiles = STYLES.map((style) => ({
    value: style,
    label: t(`options:styles.${style}`),
    children: (
      <span className="grid h-full grid-cols-1 content-start gap-1.5">
        <img
          src={`/samples/styles/${style}.webp`}
          alt=""
          width={192}
          height={192}
          loading="lazy"
          decoding="async"
          className="aspect-square w-full rounded-image bg-surround"
        />
        {/* The longest name is as wide as the narrowest tile. */}
        <span className="-me-1 pb-0.5 text-xs leading-tight">{t(`options:styles.${style}`)}</span>
      </span>
    ),
  }));
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{t('generate:style.label')}</legend>
      <RadioTiles
        label={t('generate:style.label')}
        value={value}
        tiles={tiles}
        onChange={onChange}
        className="grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] sm:grid-cols-8 lg:grid-cols-4"
        tileClassName="overflow-hidden p-1 text-start align-top"
      />
      {hint ? <p className="mt-1.5 text-sm text-ink-3">{hint}</p> : null}
    </fieldset>
  );
}

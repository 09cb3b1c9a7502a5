import { MAX_IMAGES_PER_GENERATION, OUTPUT_FORMATS, QUALITIES, SEED_MAX, isDalleModel } from '@app/contracts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cx } from '../../../shared/cx';
import { useAddress } from '../../../shared/i18n/locale-context';
import { TextField } from '../../../shared/ui/forms/text-field';
import { useEngineNotes } from '../engine/use-engine-notes';
import { ChoiceRow } from './choice-row';
import type { GenerateSettings } from './settings';
import { SizePicker } from './size-picker';
import { StylePicker } from './style-picker';
import { Button } from '../../../shared/ui/actions/button';

interface SettingFieldsProps {
  settings: GenerateSettings;
  /** Images of one generation that the plan allows; undefined while it is not known. */
  maxCount: number | undefined;
  onChange: (part: Partial<GenerateSettings>) => void;
}

const COUNTS = Array.from({ length: MAX_IMAGES_PER_GENERATION }, (_, index) => index + 1);

/** Everything that has a good default. Open at first; whoever closes it finds it closed for the visit. */
export function SettingFields({ settings, maxCount, onChange }: SettingFieldsProps) {
  const { t } = useTranslation(['generate', 'options']);
  const [open, setOpen] = useState(true);
  const regionId = useId();
  const notes = useEngineNotes(settings.model, settings.outputFormat);
  return (
    <div className="grid gap-5">
      <Button
        variant="plain"
        aria-expanded={open}
        aria-controls={regionId}
        onClick={() => setOpen(!open)}
        className="flex min-h-10 items-center gap-2 justify-self-start rounded-control text-sm font-semibold text-ink-2 hover:text-ink"
      >
        <ChevronDown
          aria-hidden="true"
          className={cx('size-4 transition-transform duration-120', open && 'rotate-180')}
        />
        {open ? t('generate:advanced.hide') : t('generate:advanced.show')}
      </Button>
      <div id={regionId} hidden={!open} className={open ? 'grid gap-6' : undefined}>
        <StylePicker value={settings.style} hint={notes.style} onChange={(style) => onChange({ style })} />
        <SizePicker value={settings.size} onChange={(size) => onChange({ size })} />
        {isDalleModel(settings.model) ? (
          <ChoiceRow
            label={t('generate:quality.label')}
            value={settings.quality}
            options={QUALITIES.map((value) => ({ value, label: t(`generate:quality.${value}`) }))}
            onChange={(quality) => onChange({ quality })}
          />
        ) : null}
        <ChoiceRow
          label={t('generate:outputFormat.label')}
          value={settings.outputFormat}
          options={OUTPUT_FORMATS.map((value) => ({ value, label: t(`options:formats.${value}`) }))}
          onChange={(outputFormat) => onChange({ outputFormat })}
          hint={notes.format}
        />
        <CountChoice count={settings.count} maxCount={maxCount} onChange={(count) => onChange({ count })} />
        <TextField
          label={t('generate:seed.label')}
          inputMode="numeric"
          placeholder={t('generate:seed.placeholder')}
          hint={t('generate:seed.hint')}
          error={Number(settings.seed) > SEED_MAX ? t('generate:seed.invalid', { max: SEED_MAX }) : null}
          value={settings.seed}
          onChange={(event) => onChange({ seed: event.target.value.replace(/\D/g, '').slice(0, 10) })}
        />
      </div>
    </div>
  );
}

interface CountChoiceProps {
  count: number;
  maxCount: number | undefined;
  onChange: (count: number) => void;
}

function CountChoice({ count, maxCount, onChange }: CountChoiceProps) {
  const { t } = useTranslation('generate');
  const limited = maxCount !== undefined && maxCount < MAX_IMAGES_PER_GENERATION;
  return (
    <ChoiceRow
      label={t('count.label')}
      value={String(count)}
      options={COUNTS.map((choice) => ({
        value: String(choice),
        label: String(choice),
        disabled: maxCount !== undefined && choice > maxCount,
      }))}
      onChange={(choice) => onChange(Number(choice))}
      hint={limited ? <PlanHint maxCount={maxCount} /> : null}
    />
  );
}

function PlanHint({ maxCount }: { maxCount: number }) {
  const { t } = useTranslation('generate');
  const to = useAddress();
  return (
    <>
      {t('count.hint', { count: maxCount })}{' '}
      <Link to={to('pricing')} className="text-amber-text underline underline-offset-4">
        {t('insufficient.upgrade')}
      </Link>
    </>
  );
}

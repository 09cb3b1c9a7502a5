import { MAX_IMAGES_PER_GENERATION, OUTPUT_FORMATS, QUALITIES, SEED_MAX, isDalleModel } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAddress } from '../../../shared/i18n/locale-context';
import { TextField } from '../../../shared/ui/forms/text-field';
import { useEngineNotes } from '../engine/use-engine-notes';
import { ChoiceRow } from './choice-row';
import { ModelPicker } from './model-picker';
import { SizePicker } from './size-picker';
import { StylePicker } from './style-picker';
import type { SettingsHandle } from './use-settings';

/** The parts of the settings, in the order of their chips. */
export const SECTIONS = ['model', 'style', 'size', 'count', 'file'] as const;
export type Section = (typeof SECTIONS)[number];

export interface SettingsFormProps extends SettingsHandle {
  /** Images of one generation that the plan allows; undefined while it is not known. */
  maxCount: number | undefined;
}

interface SettingSectionProps extends SettingsFormProps {
  section: Section;
}

const COUNTS = Array.from({ length: MAX_IMAGES_PER_GENERATION }, (_, index) => index + 1);

export function SettingSection({ section, settings, change, maxCount }: SettingSectionProps) {
  const notes = useEngineNotes(settings.model, settings.outputFormat);
  switch (section) {
    case 'model':
      return <ModelSection settings={settings} change={change} />;
    case 'style':
      return <StylePicker value={settings.style} hint={notes.style} onChange={(style) => change({ style })} />;
    case 'size':
      return <SizePicker value={settings.size} onChange={(size) => change({ size })} />;
    case 'count':
      return <CountChoice count={settings.count} maxCount={maxCount} onChange={(count) => change({ count })} />;
    case 'file':
      return <FileSection settings={settings} change={change} hint={notes.format} />;
  }
}

function ModelSection({ settings, change }: SettingsHandle) {
  const { t } = useTranslation('generate');
  return (
    <div className="grid gap-4">
      <ModelPicker value={settings.model} quality={settings.quality} onChange={(model) => change({ model })} />
      {isDalleModel(settings.model) ? (
        <ChoiceRow
          label={t('quality.label')}
          value={settings.quality}
          options={QUALITIES.map((value) => ({ value, label: t(`quality.${value}`) }))}
          onChange={(quality) => change({ quality })}
        />
      ) : null}
    </div>
  );
}

function FileSection({ settings, change, hint }: SettingsHandle & { hint: string | null }) {
  const { t } = useTranslation(['generate', 'options']);
  return (
    <div className="grid gap-4">
      <ChoiceRow
        label={t('generate:outputFormat.label')}
        value={settings.outputFormat}
        options={OUTPUT_FORMATS.map((value) => ({ value, label: t(`options:formats.${value}`) }))}
        onChange={(outputFormat) => change({ outputFormat })}
        hint={hint}
      />
      <TextField
        label={t('generate:seed.label')}
        inputMode="numeric"
        placeholder={t('generate:seed.placeholder')}
        hint={t('generate:seed.hint')}
        error={Number(settings.seed) > SEED_MAX ? t('generate:seed.invalid', { max: SEED_MAX }) : null}
        value={settings.seed}
        onChange={(event) => change({ seed: event.target.value.replace(/\D/g, '').slice(0, 10) })}
      />
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

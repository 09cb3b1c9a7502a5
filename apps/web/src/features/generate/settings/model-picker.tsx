import { SELECTABLE_MODELS, isSelectableModel, priceUnits, toCredits, type Model, type Quality } from '@app/contracts';
import { Unplug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { RadioTiles } from '../../../shared/ui/forms/radio-tiles';
import { useModels } from '../engine/use-models';

/** The selectable ones, and the one that is announced. */
const SHOWN: readonly Model[] = [...SELECTABLE_MODELS, 'dall-e-3'];

interface ModelPickerProps {
  value: Model;
  quality: Quality;
  onChange: (model: Model) => void;
}

export function ModelPicker({ value, quality, onChange }: ModelPickerProps) {
  const { t } = useTranslation(['generate', 'options']);
  const locale = useLocale();
  const models = useModels();
  const tiles = SHOWN.map((model) => {
    const selectable = isSelectableModel(model);
    const price = t('generate:model.perPicture', {
      credits: formatCredits(toCredits(priceUnits(model, quality)), locale),
    });
    const down = models.isDown(model);
    const note = down
      ? t('generate:engine.tile')
      : t(selectable ? `generate:model.notes.${model}` : 'generate:model.soon');
    return {
      value: model,
      label: `${t(`options:models.${model}`)}, ${note}, ${price}`,
      disabled: !selectable,
      children: (
        <span className="grid gap-0.5">
          <span className="font-semibold">{t(`options:models.${model}`)}</span>
          <span className="flex flex-wrap justify-between gap-x-2 text-xs font-normal text-ink-2">
            <span className="flex items-center gap-1">
              {down ? <Unplug aria-hidden="true" className="size-3.5 shrink-0" /> : null}
              {note}
            </span>
            <span className="tabular">{price}</span>
          </span>
        </span>
      ),
    };
  });
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{t('generate:model.label')}</legend>
      <RadioTiles
        label={t('generate:model.label')}
        value={value}
        tiles={tiles}
        onChange={onChange}
        className="grid-cols-2 *:odd:last:col-span-2"
      />
    </fieldset>
  );
}

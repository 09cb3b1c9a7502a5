import { priceUnits, toCredits, type Model } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import type { GenerateSettings } from '../settings/settings';
import { useModels } from './use-models';

interface InsteadButtonProps {
  settings: GenerateSettings;
  onChoose: (model: Model) => void;
}

/** The nearest model that works, one click away; nothing where none does. */
export function InsteadButton({ settings, onChoose }: InsteadButtonProps) {
  const model = useModels().insteadOf(settings.model);
  return <ModelButton model={model} settings={settings} onChoose={onChoose} />;
}

/** The best model that the credits suffice for, one click away; nothing where they suffice for none. */
export function AffordableButton({ availableUnits, ...props }: InsteadButtonProps & { availableUnits: number }) {
  const model = useModels().affordable(Math.floor(availableUnits / props.settings.count));
  return <ModelButton model={model} {...props} />;
}

function ModelButton({ model, settings, onChoose }: InsteadButtonProps & { model: Model | null }) {
  const { t } = useTranslation(['generate', 'options']);
  const locale = useLocale();
  if (model === null) return null;
  const units = priceUnits(model, settings.quality) * settings.count;
  return (
    <Button variant="primary" onClick={() => onChoose(model)} className="tabular justify-self-start">
      {t('generate:engine.instead', {
        model: t(`options:models.${model}`),
        credits: formatCredits(toCredits(units), locale),
      })}
    </Button>
  );
}

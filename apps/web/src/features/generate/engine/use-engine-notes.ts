import type { Model, OutputFormat } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { useModels } from './use-models';

/** What is made up for because the engine of a model cannot do it by itself; null where it can. */
export interface EngineNotes {
  style: string | null;
  format: string | null;
}

export function useEngineNotes(model: Model, format: OutputFormat): EngineNotes {
  const { t } = useTranslation(['generate', 'options']);
  const locale = useLocale();
  const offer = useModels().offerOf(model);
  if (!offer || offer.engine === null) return { style: null, format: null };
  const name = (each: OutputFormat) => t(`options:formats.${each}`);
  return {
    style: offer.styles === 'in_words' ? t('generate:engine.stylesInWords') : null,
    format: offer.formats.includes(format)
      ? null
      : t('generate:engine.converted', { formats: formatList(offer.formats.map(name), locale), format: name(format) }),
  };
}

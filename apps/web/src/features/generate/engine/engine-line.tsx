import type { Model } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { useModels } from './use-models';
import { useNextLook } from './use-next-look';

export function EngineLine({ model }: { model: Model }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const models = useModels();
  const nextLook = useNextLook();
  const engine = models.offerOf(model)?.engine;
  let text = '';
  if (engine) {
    text = models.isDown(model)
      ? joinSentences([t(`engine.down.${engine}`), nextLook], locale)
      : t(`engine.by.${engine}`);
  }
  return <p className="tabular -mt-2 min-h-4 text-xs text-ink-3">{text}</p>;
}

import type { Model } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { AskedAgain } from './asked-again';
import { useModels } from './use-models';

/** Under the models: who paints with the chosen one, and when that engine is down, when it is looked at again. */
export function EngineLine({ model }: { model: Model }) {
  const { t } = useTranslation('generate');
  const models = useModels();
  const engine = models.offerOf(model)?.engine ?? null;
  return (
    <p className="tabular min-h-5 text-sm text-ink-3">
      {engine === null ? null : models.isDown(model) ? (
        <>
          {t(`engine.down.${engine}`)} <AskedAgain at={models.askAgainAt} />
        </>
      ) : (
        t(`engine.by.${engine}`)
      )}
    </p>
  );
}

import type { WebhookDelivery } from '@app/contracts';
import { useTranslation } from 'react-i18next';

/** Keys of texts cannot hold a point. */
const KEYS = {
  'generation.completed': 'generationCompleted',
  'generation.failed': 'generationFailed',
  'batch.completed': 'batchCompleted',
  'credits.low': 'creditsLow',
  test: 'test',
} as const satisfies Record<WebhookDelivery['event'], string>;

export function useEventName(): (event: WebhookDelivery['event']) => string {
  const { t } = useTranslation('developers');
  return (event) => t(`events.${KEYS[event]}`);
}

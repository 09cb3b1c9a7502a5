import { ANNOUNCED_MODELS, SELECTABLE_MODELS, type ModelOffer } from '@app/contracts';

/** The list of models as the API answers it; `change` says what is different for a selectable one. */
export const models = (
  change: (id: (typeof SELECTABLE_MODELS)[number]) => Partial<ModelOffer> = () => ({}),
): ModelOffer[] => [
  ...SELECTABLE_MODELS.map((id): ModelOffer => ({
    id,
    status: 'available',
    retry_after: null,
    engine: 'stability',
    honours_negative_prompt: id !== 'sd3.5-large-turbo',
    styles: 'native',
    formats: ['png', 'jpeg'],
    ...change(id),
  })),
  ...ANNOUNCED_MODELS.map((id): ModelOffer => ({
    id,
    status: 'coming_soon',
    retry_after: null,
    engine: null,
    honours_negative_prompt: false,
    styles: 'native',
    formats: [],
  })),
];

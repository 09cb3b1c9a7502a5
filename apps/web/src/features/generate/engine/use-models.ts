import { MODEL_UNITS, SELECTABLE_MODELS, isSelectableModel, type Model, type ModelOffer } from '@app/contracts';
import { useMemo } from 'react';
import { useModelsQuery, useModelsState } from '../../../api/endpoints/generations';

/** However soon it is said to be worth it, nobody is asked more often. */
const SHORTEST_PAUSE_SECONDS = 2;
/** For an engine that is down and does not say until when. */
const USUAL_PAUSE_SECONDS = 30;
/** Seconds for which the list is believed when the page is opened. */
const FRESH_SECONDS = 60;

const isDown = (offer: ModelOffer): boolean => offer.status === 'unavailable';
const pauseOf = ({ retry_after }: ModelOffer): number =>
  Math.max(retry_after ?? USUAL_PAUSE_SECONDS, SHORTEST_PAUSE_SECONDS);

/** What this installation does with each model, as far as it is known; what is not known is held against nobody. */
export interface Models {
  offerOf: (model: Model) => ModelOffer | undefined;
  isDown: (model: Model) => boolean;
  /** Not what is written there, but whether it would have an effect. */
  ignoresNegativePrompt: (model: Model) => boolean;
  /** When the list is asked again because an engine is down, by this machine's clock; null while all work. */
  askAgainAt: number | null;
  /** Of those that work, the best that costs no more, else the cheapest; null when none works. */
  insteadOf: (model: Model) => Model | null;
  /** Of those that work, the best whose image costs at most so many units. */
  affordable: (units: number) => Model | null;
}

function modelsFrom(offers: readonly ModelOffer[], heardAt: number): Models {
  const offerOf = (model: Model) => offers.find(({ id }) => id === model);
  const down = offers.filter(isDown);
  const pause = Math.min(...down.map(pauseOf));
  return {
    offerOf,
    isDown: (model) => down.some(({ id }) => id === model),
    ignoresNegativePrompt: (model) => isSelectableModel(model) && offerOf(model)?.honours_negative_prompt === false,
    askAgainAt: down.length === 0 ? null : heardAt + pause * 1000,
    insteadOf: (model) => {
      const working = offers.filter(({ id, status }) => id !== model && status === 'available').map(({ id }) => id);
      const byPrice = working.sort((a, b) => MODEL_UNITS[a] - MODEL_UNITS[b]);
      return byPrice.findLast((id) => MODEL_UNITS[id] <= MODEL_UNITS[model]) ?? byPrice[0] ?? null;
    },
    affordable: (units) =>
      SELECTABLE_MODELS.filter((id) => MODEL_UNITS[id] <= units && !down.some((offer) => offer.id === id)).sort(
        (a, b) => MODEL_UNITS[b] - MODEL_UNITS[a],
      )[0] ?? null,
  };
}

const NONE: readonly ModelOffer[] = [];

/** The list of models as it is known; it stands still until somebody watches it. */
export function useModels(): Models {
  const { data = NONE, fulfilledTimeStamp = 0 } = useModelsState();
  return useMemo(() => modelsFrom(data, fulfilledTimeStamp), [data, fulfilledTimeStamp]);
}

/** Keeps the list up to date for a page; while an engine is down it is asked again at the time that the engine named. */
export function useModelsWatch(): void {
  const { data = NONE } = useModelsState();
  const down = data.filter(isDown);
  useModelsQuery(undefined, {
    pollingInterval: down.length === 0 ? 0 : Math.min(...down.map(pauseOf)) * 1000,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnMountOrArgChange: FRESH_SECONDS,
  });
}

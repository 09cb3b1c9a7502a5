import { reasonsAgainst, toUnits, type Generation, type Quota, type Refusal } from '@app/contracts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { isApiError, type ApiError } from '../../../api/client/api-error';
import { intentKeys, sendOnce } from '../../../api/client/intent-keys';
import { useGenerateMutation } from '../../../api/endpoints/generations';
import { beginSubmission } from '../../../entities/generation/generation-events';
import { pollGeneration } from '../../../entities/generation/poll-generation';
import { useQuotaQuery } from '../../../api/endpoints/quota';
import { useUser } from '../../../api/auth/use-session';
import { useAppDispatch } from '../../../entities/app-state';
import { analytics } from '../../../shared/analytics/analytics';
import { useOnline } from '../../../shared/browser/use-online';
import { useEngineNews, type EngineNews } from '../engine/use-engine-news';
import { useModels } from '../engine/use-models';
import { requestOf, totalUnits, type GenerateSettings } from '../settings/settings';
import { failureOf } from './failure';
import {
  isOfAccount,
  submitMessage,
  type FailedRequest,
  type RefusedPress,
  type SubmitMessage,
} from './submit-message';

/** The specification's cases in which the button cannot be pressed; every other reason is told on the press. */
const DISABLING: ReadonlySet<Refusal> = new Set(['PROMPT_REQUIRED', 'MODEL_NOT_SUPPORTED', 'TOO_MANY_IN_FLIGHT']);

const intents = intentKeys('generate_intent');

export interface SubmitHandle {
  disabled: boolean;
  sending: boolean;
  message: SubmitMessage | null;
  /** Of the engine of the chosen model. */
  news: EngineNews;
  submit: () => Promise<void>;
}

/** What follows from a press, whichever button it was. */
export interface SubmitEvents {
  onAccepted: (generation: Generation) => void;
  onSignInNeeded: () => void;
}

/** What can be said against the settings, by what is known of the account. */
function useReasons(
  settings: GenerateSettings,
  ignoresNegativePrompt: boolean,
): (quota: Quota | undefined) => Refusal[] {
  const signedIn = useUser() !== null;
  return useCallback(
    (quota) =>
      reasonsAgainst({
        prompt: settings.prompt,
        negativePrompt: ignoresNegativePrompt ? '' : settings.negativePrompt,
        model: settings.model,
        count: settings.count,
        signedIn,
        maxCount: quota?.imagesPerGeneration,
        inFlight: quota?.inFlight,
        inFlightLimit: quota?.inFlightLimit,
        availableUnits: quota && toUnits(quota.remainingCredits),
        totalUnits: totalUnits(settings),
      }),
    [settings, ignoresNegativePrompt, signedIn],
  );
}

/** Sends one request under one key; answers the generation or what was said against it. */
function useSending(): (settings: GenerateSettings, ignoresNegativePrompt: boolean) => Promise<Generation | ApiError> {
  const [generate] = useGenerateMutation();
  const user = useUser();
  const send = async (settings: GenerateSettings, ignoresNegativePrompt: boolean): Promise<Generation | ApiError> => {
    const body = requestOf(settings, { ignoresNegativePrompt });
    const { data, error } = await sendOnce(intents, JSON.stringify([user?.id, body]), (key) => generate({ body, key }));
    if (data) return data;
    // The image that it goes back to was deleted meanwhile; this one is wanted all the same.
    const orphaned = isApiError(error) && error.code === 'NOT_FOUND' && settings.parentId !== null;
    if (orphaned) return send({ ...settings, parentId: null }, ignoresNegativePrompt);
    if (isApiError(error)) return error;
    throw new Error('A call ended with neither an answer nor an error of ours');
  };
  return send;
}

/** Sends settings as one generation, whatever is pressed how often. */
export function useSubmit(settings: GenerateSettings, { onAccepted, onSignInNeeded }: SubmitEvents): SubmitHandle {
  const dispatch = useAppDispatch();
  const ignoresNegativePrompt = useModels().ignoresNegativePrompt(settings.model);
  const signedIn = useUser() !== null;
  const { data: quota, refetch } = useQuotaQuery(undefined, { skip: !signedIn });
  const reasonsFor = useReasons(settings, ignoresNegativePrompt);
  const reasons = useMemo(() => reasonsFor(quota), [reasonsFor, quota]);
  const send = useSending();
  const offline = !useOnline();
  const settingsKey = JSON.stringify(settings);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<RefusedPress | null>(null);
  const [failed, setFailed] = useState<FailedRequest | null>(null);
  // State is a render late; a double click is faster.
  const busy = useRef(false);

  const ask = async (known: Quota | undefined) => {
    const store = dispatch(beginSubmission());
    const answer = await send(settings, ignoresNegativePrompt);
    if (isApiError(answer)) {
      setFailed({ failure: failureOf(answer, settings.model), settingsKey, quota: known });
      analytics.event('exception', { description: `generate: ${answer.code}`, fatal: false });
      return;
    }
    store(answer);
    void dispatch(pollGeneration(answer.id));
    analytics.event('generate_image', { style: settings.style, size: settings.size, quality: settings.quality });
    onAccepted(answer);
  };

  const submit = async () => {
    if (busy.current || offline) return;
    busy.current = true;
    setSending(true);
    setFailed(null);
    setRefused(null);
    try {
      const [first] = reasons;
      // What is known of the account may be old: a plan was bought elsewhere, or credits have arrived.
      const known = first && isOfAccount(first) ? ((await refetch()).data ?? quota) : quota;
      const reason = reasonsFor(known)[0] ?? null;
      setRefused(reason && { settingsKey, reason });
      if (reason === 'UNAUTHENTICATED') onSignInNeeded();
      if (reason === null) await ask(known);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  const { model } = settings;
  const news = useEngineNews(model, sending);
  const message = submitMessage({ offline, reasons, refused, failed, settingsKey, quota, model, news });
  const disabled = offline || reasons.some((reason) => DISABLING.has(reason));
  return { disabled, sending, message, news, submit };
}

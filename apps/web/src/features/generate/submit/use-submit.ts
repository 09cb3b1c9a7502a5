import { reasonsAgainst, toUnits, type Generation, type Refusal } from '@app/contracts';
import { useMemo, useRef, useState } from 'react';
import { isApiError, type ApiError } from '../../../api/api-error';
import { generationHeard, watchGeneration } from '../../../api/follow-work';
import { useGenerateMutation } from '../../../api/images-api';
import { useQuotaQuery } from '../../../api/quota-api';
import { useUser } from '../../../api/session-state';
import { useAppDispatch } from '../../../api/state';
import { analytics } from '../../../shared/analytics/analytics';
import { randomId } from '../../../shared/random-id';
import { requestOf, totalUnits, type GenerateSettings } from '../settings/settings';

/** The specification's cases in which the button cannot be pressed; every other reason is told on the press. */
const DISABLING: ReadonlySet<Refusal> = new Set(['PROMPT_REQUIRED', 'MODEL_NOT_SUPPORTED', 'TOO_MANY_IN_FLIGHT']);

/** No answer came: it may have been accepted all the same, and the same key finds out without paying twice. */
const isUnanswered = (error: ApiError): boolean => error.status === 0 || error.status >= 500;

export interface SubmitHandle {
  /** Why not now, most important first. */
  reasons: Refusal[];
  disabled: boolean;
  sending: boolean;
  /** Why the last press led to nothing. */
  refusal: Refusal | null;
  error: ApiError | null;
  submit: () => Promise<void>;
}

interface SubmitOptions {
  settings: GenerateSettings;
  onAccepted: (generation: Generation) => void;
  onSignInNeeded: () => void;
}

function useReasons(settings: GenerateSettings): Refusal[] {
  const user = useUser();
  const { data: quota } = useQuotaQuery(undefined, { skip: user === null });
  return useMemo(
    () =>
      reasonsAgainst({
        prompt: settings.prompt,
        negativePrompt: settings.negativePrompt,
        model: settings.model,
        count: settings.count,
        signedIn: user !== null,
        maxCount: quota?.imagesPerGeneration,
        inFlight: quota?.inFlight,
        inFlightLimit: quota?.inFlightLimit,
        availableUnits: quota && toUnits(quota.remainingCredits),
        totalUnits: totalUnits(settings),
      }),
    [settings, user, quota],
  );
}

/** Sends the settings as one generation, whatever is pressed how often. */
export function useSubmit({ settings, onAccepted, onSignInNeeded }: SubmitOptions): SubmitHandle {
  const dispatch = useAppDispatch();
  const [generate] = useGenerateMutation();
  const reasons = useReasons(settings);
  const [sending, setSending] = useState(false);
  // Belongs to the settings that were refused: whoever changes something is not held to it.
  const [refused, setRefused] = useState<{ settings: GenerateSettings; reason: Refusal } | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  // State is a render late; a double click is faster.
  const busy = useRef(false);
  const attempt = useRef<{ body: string; key: string } | null>(null);

  const send = async () => {
    const body = requestOf(settings);
    const written = JSON.stringify(body);
    if (attempt.current?.body !== written) attempt.current = { body: written, key: randomId() };
    const { key } = attempt.current;
    const first = await generate({ body, key });
    const repeat = isApiError(first.error) && first.error.status === 0;
    const { data, error: failure } = repeat ? await generate({ body, key }) : first;
    if (data) {
      attempt.current = null;
      dispatch(generationHeard(data));
      void dispatch(watchGeneration(data.id));
      analytics.event('generate_image', { style: settings.style, size: settings.size, quality: settings.quality });
      onAccepted(data);
      return;
    }
    if (!isApiError(failure)) return;
    if (!isUnanswered(failure)) attempt.current = null;
    setError(failure);
    analytics.event('exception', { description: `generate: ${failure.code}`, fatal: false });
  };

  const submit = async () => {
    if (busy.current) return;
    setError(null);
    const reason = reasons[0] ?? null;
    setRefused(reason && { settings, reason });
    if (reason === 'UNAUTHENTICATED') onSignInNeeded();
    if (reason !== null) return;
    busy.current = true;
    setSending(true);
    try {
      await send();
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  // What stood against it may be over meanwhile, as when credits came back.
  const refusal = refused?.settings === settings && reasons.includes(refused.reason) ? refused.reason : null;
  const disabled = reasons.some((reason) => DISABLING.has(reason));
  return { reasons, disabled, sending, refusal, error, submit };
}

import { useState } from 'react';
import { ApiFailure, type ApiError } from '../../../api/client/api-error';
import { baseApi } from '../../../api/client/base-api';
import { intentKeys, isSettled } from '../../../api/client/intent-keys';
import { transmit } from '../../../api/client/transport';
import { useAppDispatch } from '../../../entities/app-state';
import { CONSOLE_CALLS, type ConsoleCall, type Parameter } from './console-calls';

export interface ConsoleAnswer {
  call: ConsoleCall;
  status: number;
  headers: [string, string][];
  body: string;
}

const SHOWN_HEADERS = ['x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];

const written = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const intents = intentKeys('generate_intent');

/** Sends a call with a key, not with the session, exactly as a program would. */
async function sendCall(call: ConsoleCall, values: Record<Parameter, string>, key: string): Promise<ConsoleAnswer> {
  const { method, path, parameters } = CONSOLE_CALLS[call];
  const given = Object.fromEntries(
    parameters.filter((name) => name !== 'id' && values[name].trim() !== '').map((name) => [name, values[name].trim()]),
  );
  // Without the key, which is never stored.
  const intent = JSON.stringify(['console', path, given]);
  const response = await transmit(
    {
      route: { method, path, access: 'public', errors: [] },
      params: { id: values.id.trim() },
      ...(method === 'POST'
        ? { body: given, headers: { 'idempotency-key': intents.keyFor(intent) } }
        : { query: given }),
    },
    key,
  );
  const body = written(await response.text());
  if (method === 'POST' && isSettled(response.status)) intents.answered(intent);
  return {
    call,
    status: response.status,
    headers: SHOWN_HEADERS.flatMap((name): [string, string][] => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
    body,
  };
}

const NEW_IMAGES = ['Quota', { type: 'Image', id: 'LIST' }, 'PromptHistory', 'Stats'] as const;

/** Tags of what a call has changed. Without an answer (`status` 0) it may have been accepted. */
function changedBy(call: ConsoleCall, status: number) {
  const isRefused = status >= 400 && status < 500;
  const mayGenerate = CONSOLE_CALLS[call].method === 'POST' && !isRefused;
  return ['ApiKey' as const, ...(mayGenerate ? NEW_IMAGES : [])];
}

export function useTryCall() {
  const dispatch = useAppDispatch();
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<ConsoleAnswer | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const run = async (...call: Parameters<typeof sendCall>) => {
    setSending(true);
    setError(null);
    let status = 0;
    try {
      const answered = await sendCall(...call);
      ({ status } = answered);
      setAnswer(answered);
    } catch (failure) {
      setAnswer(null);
      if (failure instanceof ApiFailure) setError(failure.error);
    }
    setSending(false);
    dispatch(baseApi.util.invalidateTags(changedBy(call[0], status)));
  };
  return { run, isSending, answer, error };
}

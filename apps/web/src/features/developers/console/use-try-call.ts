import { useState } from 'react';
import { ApiFailure, type ApiError } from '../../../api/client/api-error';
import { transmit } from '../../../api/client/transport';
import { randomId } from '../../../shared/random-id';
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

/** Sends a call with a key, not with the session, exactly as a program would. */
async function sendCall(call: ConsoleCall, values: Record<Parameter, string>, key: string): Promise<ConsoleAnswer> {
  const { method, path, parameters } = CONSOLE_CALLS[call];
  const given = Object.fromEntries(
    parameters.filter((name) => name !== 'id' && values[name].trim() !== '').map((name) => [name, values[name].trim()]),
  );
  const response = await transmit(
    {
      route: { method, path, access: 'public', errors: [] },
      params: { id: values.id.trim() },
      ...(method === 'POST' ? { body: given, headers: { 'idempotency-key': randomId() } } : { query: given }),
    },
    key,
  );
  return {
    call,
    status: response.status,
    headers: SHOWN_HEADERS.flatMap((name): [string, string][] => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
    body: written(await response.text()),
  };
}

export function useTryCall() {
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<ConsoleAnswer | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const run = async (...call: Parameters<typeof sendCall>) => {
    setSending(true);
    setError(null);
    try {
      setAnswer(await sendCall(...call));
    } catch (failure) {
      setAnswer(null);
      if (failure instanceof ApiFailure) setError(failure.error);
    }
    setSending(false);
  };
  return { run, isSending, answer, error };
}

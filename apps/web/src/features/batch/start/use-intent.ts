import { useEffect, useRef, useState } from 'react';
import { isApiError, type ApiError } from '../../../api/client/api-error';
import { intentKeys } from '../../../shared/intent-keys';

const intents = intentKeys('batch_intent');

/** No answer came: it may have been accepted all the same, and the same key finds out without starting twice. */
export const isUnanswered = (error: ApiError): boolean => error.status === 0 || error.status >= 500;

interface Outcome<T> {
  data?: T;
  error?: unknown;
}

/**
 * Sends something once, whatever is pressed how often. `isHere`: nobody has left the page before the answer came, who
 * would not want to be led away from where they are.
 */
export function useIntent<T>(
  send: (key: string) => PromiseLike<Outcome<T>>,
  onDone: (answer: T, isHere: boolean) => void,
) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  // State is a render late; a double click is faster.
  const busy = useRef(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const ask = async (what: string) => {
    const key = intents.keyFor(what);
    const first = await send(key);
    const { data, error } = isApiError(first.error) && first.error.status === 0 ? await send(key) : first;
    if (isApiError(error)) {
      if (!isUnanswered(error)) intents.answered(what);
      setFailure(error);
    } else if (data !== undefined) {
      intents.answered(what);
      onDone(data, isHere.current);
    }
  };
  const submit = async (what: string) => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setFailure(null);
    try {
      await ask(what);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  return { submit, sending, failure };
}

import { useRef, useState } from 'react';
import { isApiError, type ApiError } from '../../../api/client/api-error';
import { intentKeys, sendOnce } from '../../../api/client/intent-keys';
import { useIsHere } from '../use-is-here';

const intents = intentKeys('batch_intent');

interface Outcome<T> {
  data?: T;
  error?: unknown;
}

/**
 * Sends something once, whatever is pressed how often. `isHere`: the page was not left before the answer came, so that the
 * person may be led on.
 */
export function useIntent<T>(
  send: (key: string) => PromiseLike<Outcome<T>>,
  onDone: (answer: T, isHere: boolean) => void,
) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  // State is a render late; a double click is faster.
  const busy = useRef(false);
  const isHere = useIsHere();
  const ask = async (what: string) => {
    const { data, error } = await sendOnce(intents, what, send);
    if (isApiError(error)) setFailure(error);
    else if (data !== undefined) onDone(data, isHere.current);
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

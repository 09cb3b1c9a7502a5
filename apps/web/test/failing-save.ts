import { afterEach, beforeEach } from '@jest/globals';
import { connectToasts } from '../src/shared/toasts';

/** The browser has no room for files while a test runs. Returns the texts of the toasts of that test. */
export function failToSave(): string[] {
  const createObjectURL = URL.createObjectURL;
  const toasts: string[] = [];
  let disconnect: () => void;
  beforeEach(() => {
    toasts.length = 0;
    disconnect = connectToasts(({ text }) => toasts.push(text));
    URL.createObjectURL = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  afterEach(() => {
    disconnect();
    URL.createObjectURL = createObjectURL;
  });
  return toasts;
}

import type { ReactNode } from 'react';
import { CRASH_TEXTS } from '../../i18n/crash-texts';
import { useLocale } from '../../i18n/locale-context';
import { Button } from '../actions/button';

const reload = (): void => window.location.reload();

/** Stands in the place of a part whose file cannot be loaded; what the part would have been around stays. */
export function MissingPart({ children }: { children?: ReactNode }) {
  const texts = CRASH_TEXTS[useLocale()];
  return (
    <>
      <p role="alert" className="flex flex-wrap items-center gap-2 text-sm">
        {texts.part}
        <Button onClick={reload}>{texts.reload}</Button>
      </p>
      {children}
    </>
  );
}

/** The same where there is no room for a sentence. */
export function MissingControl() {
  const texts = CRASH_TEXTS[useLocale()];
  return (
    <Button title={texts.part} onClick={reload}>
      {texts.reload}
    </Button>
  );
}

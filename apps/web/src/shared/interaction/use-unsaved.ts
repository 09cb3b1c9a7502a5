import { createContext, useContext, useEffect, useId } from 'react';

/** Of the warning around a form: what it is told. */
export const UnsavedContext = createContext<(form: string, unsaved: boolean) => void>(() => undefined);

/** Tells the warning around it whether a form holds what was not saved. */
export function useUnsaved(unsaved: boolean): void {
  const report = useContext(UnsavedContext);
  const form = useId();
  useEffect(() => {
    report(form, unsaved);
    return () => report(form, false);
  }, [report, form, unsaved]);
}

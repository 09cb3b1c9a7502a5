import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { readAccessToken } from '../../api/auth/tokens';
import { UnsavedContext } from '../../shared/interaction/use-unsaved';
import { Button } from '../../shared/ui/actions/button';
import { Dialog } from '../../shared/ui/overlays/dialog';

/** Asks before somebody leaves forms within it that hold what was not saved. There is one blocker for all of them. */
export function LeaveWarning({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback((form: string, unsaved: boolean) => {
    setForms((before) => {
      if (before.has(form) === unsaved) return before;
      const next = new Set(before);
      if (unsaved) next.add(form);
      else next.delete(form);
      return next;
    });
  }, []);
  return (
    <UnsavedContext value={report}>
      {children}
      <Question unsaved={forms.size > 0} />
    </UnsavedContext>
  );
}

function Question({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation('profile');
  const places = useMemo(
    () =>
      unsaved
        ? ({
            currentLocation: from,
            nextLocation: to,
          }: Parameters<Exclude<Parameters<typeof useBlocker>[0], boolean>>[0]) =>
            // Who is signed out has nothing left to save.
            readAccessToken() !== null && from.pathname + from.search !== to.pathname + to.search
        : false,
    [unsaved],
  );
  const { state, proceed, reset } = useBlocker(places);
  useEffect(() => {
    if (!unsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
  return (
    <Dialog
      open={state === 'blocked'}
      onClose={() => reset?.()}
      title={t('unsaved.title')}
      description={t('unsaved.text')}
      actions={
        <>
          <Button onClick={() => proceed?.()}>{t('unsaved.leave')}</Button>
          <Button variant="primary" onClick={() => reset?.()}>
            {t('unsaved.stay')}
          </Button>
        </>
      }
    />
  );
}

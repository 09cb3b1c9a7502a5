import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Link, resolvePath, useNavigate, useSearchParams } from 'react-router-dom';
import { errorText } from '../api/client/error-text';
import { restoreSession } from '../api/auth/restore-session';
import { useUser } from '../api/auth/use-session';
import { inLocale } from '../config/paths';
import { safeRedirect } from '../config/safe-redirect';
import type { AppDispatch } from '../entities/app-state';
import { SampleRow } from '../entities/sample/sample-row';
import { SignInReasons, WaitingPrompt } from '../features/session/sign-in-reasons';
import { ProviderButtons } from '../features/session/provider-buttons';
import { forgetTarget } from '../features/session/sign-in-target';
import { useProviderSignIn } from '../features/session/use-provider-sign-in';
import { useAddress, useLocale } from '../shared/i18n/locale-context';

export function Page() {
  const { t } = useTranslation('session');
  const to = useAddress();
  const locale = useLocale();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const user = useUser();
  // `useAppDispatch` lies in a file that this page does without.
  const dispatch = useDispatch<AppDispatch>();
  // The language may have been changed here.
  const target = inLocale(resolvePath(safeRedirect(query.get('redirect'), to('home'))), locale);
  const { choose, leaving, error } = useProviderSignIn(target);

  useEffect(forgetTarget, []);

  useEffect(() => {
    dispatch(restoreSession()).catch(() => undefined);
  }, [dispatch]);

  useEffect(() => {
    if (user) void navigate(target, { replace: true });
  }, [user, target, navigate]);

  return (
    <div className="page grid max-w-[calc(60rem+2*var(--gutter))] items-start gap-x-18 gap-y-8 py-8 lg:grid-cols-2 lg:py-18">
      <div className="grid content-start gap-6">
        <header className="grid gap-3">
          <h1 className="text-3xl">{t('login.title')}</h1>
          <p className="text-lg text-ink-2">{t('login.subtitle')}</p>
        </header>
        <WaitingPrompt />
        <div className="grid gap-8 max-lg:hidden">
          <SignInReasons />
          <SampleRow />
        </div>
      </div>
      <div className="grid content-start gap-6 lg:rounded-sheet lg:border lg:border-line lg:bg-surface lg:p-8 lg:shadow-sheet">
        <section aria-labelledby="methods" className="grid gap-4">
          <h2 id="methods" className="text-base">
            {t('login.choose')}
          </h2>
          {error ? (
            <p role="alert" className="flex items-start gap-3 rounded-control bg-danger-tint p-4 text-danger-text">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
              {errorText(error, locale)}
            </p>
          ) : null}
          <ProviderButtons leaving={leaving} onChoose={(provider) => void choose(provider)} />
        </section>
        <Agreement />
        <div className="border-t border-line pt-6 lg:hidden">
          <SignInReasons />
        </div>
      </div>
    </div>
  );
}

function Agreement() {
  const { t } = useTranslation('session');
  const { t: tCommon } = useTranslation();
  const to = useAddress();
  return (
    <footer className="grid gap-2 text-sm text-ink-3">
      <p>
        <Trans
          t={t}
          i18nKey="login.agreement"
          components={{
            terms: <Link to={to('terms')} className="text-ink-2 underline underline-offset-4" />,
            privacy: <Link to={to('privacy')} className="text-ink-2 underline underline-offset-4" />,
          }}
        />
      </p>
      <p>
        <Link to={to('home')} className="inline-flex min-h-10 items-center text-ink-2 underline underline-offset-4">
          {tCommon('actions.backHome')}
        </Link>
      </p>
    </footer>
  );
}

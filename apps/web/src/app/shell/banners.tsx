import type { Locale } from '@app/contracts';
import { Languages, WifiOff, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { inLocale } from '../../config/paths';
import { answerConsent, needsConsent } from '../../shared/analytics/analytics';
import { useHydrated } from '../../shared/hooks/use-hydrated';
import { useOnline } from '../../shared/browser/use-online';
import { LANGUAGES } from '../../config/languages';
import { i18nFor, loadNamespaces } from '../../shared/i18n/i18n';
import { useLocale } from '../../shared/i18n/locale-context';
import { Button } from '../../shared/ui/actions/button';
import { IconButton } from '../../shared/ui/actions/icon-button';
import { dismissLocaleHint, localeToOffer } from '../locale-hint';

export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status" className="bg-amber-tint text-on-amber-tint">
      {online ? null : (
        <p className="page flex items-center gap-3 py-2 text-sm">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {t('offline')}
        </p>
      )}
    </div>
  );
}

/**
 * A page in another language than the visitor's keeps its language and offers theirs, in words they understand. It comes
 * late, so it stands where it moves nothing.
 */
export function LocaleBanner() {
  const location = useLocation();
  const locale = useLocale();
  const [dismissed, setDismissed] = useState(false);
  const [readable, setReadable] = useState<Locale | null>(null);
  const offered = localeToOffer(locale);
  useEffect(() => {
    // Without its texts there is no hint; nobody misses it.
    if (offered !== null)
      loadNamespaces(offered, ['common']).then(
        () => setReadable(offered),
        () => undefined,
      );
  }, [offered]);
  if (offered === null || dismissed || readable !== offered) return null;
  const { t } = i18nFor(offered);
  const dismiss = () => {
    dismissLocaleHint();
    setDismissed(true);
  };
  return (
    <div lang={LANGUAGES[offered].tag} className="sticky bottom-0 border-t border-line bg-surface">
      <div className="page flex items-center gap-x-3 text-sm">
        <Languages aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <p className="flex flex-1 flex-wrap items-center gap-x-3 py-1">
          {t('localeHint.text')}
          <Link
            to={inLocale(location, offered)}
            onClick={dismiss}
            className="inline-flex min-h-10 items-center font-semibold text-amber-text underline underline-offset-4"
          >
            {t('localeHint.switch')}
          </Link>
        </p>
        <IconButton label={t('actions.dismiss')} icon={<X aria-hidden="true" />} className="-me-2" onClick={dismiss} />
      </div>
    </div>
  );
}

/** Asked only where the installation measures at all. Both answers weigh the same. */
export function ConsentBanner() {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(needsConsent);
  if (!useHydrated() || !asking) return null;
  const answer = (granted: boolean) => () => {
    answerConsent(granted);
    setAsking(false);
  };
  return (
    <section
      aria-label={t('consent.label')}
      className="fixed inset-x-4 bottom-4 z-40 mx-auto grid max-w-xl gap-3 rounded-sheet border border-line bg-raised p-4 shadow-sheet sm:flex sm:items-center"
    >
      <p className="flex-1 text-sm">{t('consent.text')}</p>
      <div className="flex gap-2">
        <Button onClick={answer(false)}>{t('consent.decline')}</Button>
        <Button onClick={answer(true)}>{t('consent.accept')}</Button>
      </div>
    </section>
  );
}

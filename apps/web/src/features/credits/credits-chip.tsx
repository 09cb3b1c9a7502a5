import type { Locale } from '@app/contracts';
import { ChevronDown } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDailyBonusQuery } from '../../api/endpoints/daily-bonus';
import { useQuotaQuery } from '../../api/endpoints/quota';
import { useUser } from '../../api/auth/use-session';
import { cx } from '../../shared/cx';
import { formatCredits } from '../../shared/format/format';
import { useDismiss } from '../../shared/interaction/use-dismiss';
import { usePreload } from '../../shared/loading/use-preload';
import { useStable } from '../../shared/hooks/use-stable';
import { i18nFor, loadNamespaces } from '../../shared/i18n/i18n';
import { useLocale } from '../../shared/i18n/locale-context';
import { Button } from '../../shared/ui/actions/button';
import { ChipPlace } from '../../shared/ui/feedback/skeleton';
import { lazyPart } from '../../shared/loading/lazy-part';

const loadPanel = () => import('./credits-panel').then((module) => module.CreditsPanel);
const CreditsPanel = lazyPart(loadPanel);

interface CreditsChipProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What is left, on every page; it opens into the quota box. */
export function CreditsChip(props: CreditsChipProps) {
  const locale = useLocale();
  const [loaded, setLoaded] = useState<{ locale: Locale; isMissing: boolean } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const end = (isMissing: boolean) => isCurrent && setLoaded({ locale, isMissing });
    loadNamespaces(locale, ['credits']).then(
      () => end(false),
      () => end(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [locale]);
  if (i18nFor(locale).hasResourceBundle(locale, 'credits')) return <Chip {...props} />;
  // Without its texts there is no chip; the profile shows the same.
  return loaded?.locale === locale && loaded.isMissing ? null : <ChipPlace />;
}

function Chip({ open, onOpenChange }: CreditsChipProps) {
  const { t } = useTranslation('credits');
  const locale = useLocale();
  const isFree = useUser()?.subscription_status === 'free';
  const { data: quota, error } = useQuotaQuery();
  const { data: bonus } = useDailyBonusQuery(undefined, { skip: !isFree });
  const panel = useId();
  const box = useRef<HTMLDivElement>(null);
  // Stable, because useDismiss takes the focused element as the opener whenever it changes.
  const close = useStable(() => onOpenChange(false));
  useDismiss(open, box, close);
  usePreload(loadPanel);
  // The panel says what could not be loaded, and tries again.
  if (!quota && !error) return <ChipPlace />;
  const credits = quota ? formatCredits(quota.remainingCredits, locale) : '–';
  const hasBonus = isFree && bonus?.canClaim === true;
  return (
    <div ref={box} className="relative">
      <Button
        variant="plain"
        aria-label={
          quota ? t(hasBonus ? 'chipBonus' : 'chip', { count: quota.remainingCredits, credits }) : t('failed')
        }
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => onOpenChange(!open)}
        className={cx(
          'tabular relative inline-flex min-h-10 items-center gap-1.5 rounded-control border px-2.5 text-sm font-semibold hover:border-ink-2',
          open ? 'border-amber-text bg-amber-tint text-on-amber-tint' : 'border-line bg-surface',
        )}
      >
        <span aria-hidden="true" className="size-3 rounded-pill border-[3px] border-amber" />
        {/* Room for most balances; what is spent elsewhere must not move what stands beside. */}
        <span aria-hidden="true" className="text-start sm:min-w-[3.5ch]">
          {credits}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={cx('size-3.5 text-ink-3 transition-transform duration-120 max-sm:hidden', open && 'rotate-180')}
        />
        {hasBonus ? (
          <span
            aria-hidden="true"
            className="absolute -end-1 -top-1 size-2.5 rounded-pill border-2 border-bg bg-amber"
          />
        ) : null}
      </Button>
      {open ? (
        <Suspense>
          <div
            id={panel}
            className="fixed inset-x-(--gutter) top-17 animate-rise rounded-sheet border border-line bg-raised p-4 shadow-sheet sm:absolute sm:inset-x-auto sm:end-0 sm:top-full sm:mt-2 sm:w-88"
          >
            <CreditsPanel />
          </div>
        </Suspense>
      ) : null}
    </div>
  );
}

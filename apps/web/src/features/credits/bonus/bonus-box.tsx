import type { Answer } from '@app/contracts';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDailyBonusQuery } from '../../../api/endpoints/daily-bonus';
import { errorProps } from '../../../api/client/error-text';
import { useUser } from '../../../api/auth/use-session';
import { formatCredits } from '../../../shared/format/format';
import { useOnline } from '../../../shared/browser/use-online';
import { useRefreshAt } from '../use-refresh-at';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../../shared/ui/feedback/skeleton';
import { BonusProgress } from './bonus-progress';
import { useClaim, type ClaimMessage } from './use-claim';
import { useFormatDate } from '../../../shared/format/use-format-date';

type Bonus = Answer<'dailyBonus.status'>;

/** The bonus of the day, for free accounts alone, where the installation gives one. */
export function BonusBox() {
  const isFree = useUser()?.subscription_status === 'free';
  return isFree ? <FreeBonusBox /> : null;
}

function FreeBonusBox() {
  const { t } = useTranslation('credits');
  const locale = useLocale();
  const { data: bonus, error, isFetching, refetch } = useDailyBonusQuery(undefined, { refetchOnFocus: true });
  useRefreshAt(bonus?.nextClaimAt ?? null, refetch);
  if (error && !bonus) {
    return (
      <ErrorState
        title={t('bonus.loadFailed')}
        {...errorProps(error, locale)}
        onRetry={() => void refetch()}
        retrying={isFetching}
        inCard
      />
    );
  }
  if (bonus?.monthlyLimit === 0) return null;
  return (
    <Loading active={!bonus} placeholder={<Skeleton className="h-14 w-full" />}>
      {bonus ? <Box bonus={bonus} /> : null}
    </Loading>
  );
}

function Box({ bonus }: { bonus: Bonus }) {
  const { t } = useTranslation('credits');
  const locale = useLocale();
  const box = useRef<HTMLElement>(null);
  const online = useOnline();
  const { claiming, message, run } = useClaim();
  const claim = async () => {
    const isClaimed = await run();
    const { activeElement } = document;
    // The button goes with the claim: focus stays in the box, unless it was moved elsewhere meanwhile.
    const isHere = activeElement === document.body || box.current?.contains(activeElement);
    if (isClaimed && isHere) box.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={box} tabIndex={-1} aria-label={t('bonus.title')} className="grid content-center gap-1.5">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <h2 className="text-sm font-semibold">{t('bonus.title')}</h2>
        {bonus.canClaim ? (
          <Button busy={claiming} disabled={!online} onClick={() => void claim()} className="min-h-9 px-3">
            {t('bonus.claim', { count: bonus.bonusCredits, credits: formatCredits(bonus.bonusCredits, locale) })}
          </Button>
        ) : null}
      </div>
      <div className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <BonusProgress claimed={bonus.monthlyCount} limit={bonus.monthlyLimit} />
        <Message message={message} />
        {message ? null : (
          <p className="text-ink-3">{bonus.canClaim && !online ? t('bonus.offline') : <Situation bonus={bonus} />}</p>
        )}
      </div>
    </section>
  );
}

function Situation({ bonus }: { bonus: Bonus }): ReactNode {
  const { t } = useTranslation('credits');
  const formatDate = useFormatDate();
  if (bonus.canClaim) return t('bonus.ready', { used: bonus.monthlyCount, limit: bonus.monthlyLimit });
  if (bonus.nextClaimAt === null) return null;
  const date = formatDate(bonus.nextClaimAt, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  return bonus.monthlyCount >= bonus.monthlyLimit
    ? t('bonus.monthFull', { limit: bonus.monthlyLimit, date })
    : t('bonus.next', { date });
}

const OUTCOMES = {
  claimed: { Icon: CircleCheck, tone: 'text-ok-text' },
  already: { Icon: Info, tone: 'text-info-text' },
  failed: { Icon: CircleAlert, tone: 'text-danger-text' },
} as const;

/** What came of a claim: in the place of the situation, so that nothing moves. */
function Message({ message }: { message: ClaimMessage | null }) {
  const { Icon, tone } = OUTCOMES[message?.outcome ?? 'claimed'];
  return (
    <p role="status" className={tone}>
      {message ? (
        <span className="flex animate-appear items-start gap-1.5">
          <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {message.text}
        </span>
      ) : null}
    </p>
  );
}

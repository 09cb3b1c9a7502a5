import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useUser } from '../api/auth/use-session';
import { BonusBox } from '../features/credits/bonus/bonus-box';
import { Identity } from '../features/profile/identity';
import { IdentityPlace } from '../features/profile/identity-place';
import { Overview } from '../features/profile/overview';
import { Avatar } from '../features/session/avatar';
import { ShareDialog } from '../features/share/lazy-share-dialog';
import { usePreload } from '../shared/loading/use-preload';
import type { Namespace } from '../shared/i18n/i18n';
import { useNamespace } from '../shared/i18n/use-namespace';
import { lazyPart } from '../shared/loading/lazy-part';
import { Loading, Skeleton } from '../shared/ui/feedback/skeleton';
import { Tabs } from '../shared/ui/navigation/tabs';

const TABS = ['overview', 'images', 'subscription', 'statement', 'settings'] as const;

const load = {
  images: () =>
    import('../features/profile/images/latest-images-with-actions').then((file) => file.LatestImagesWithActions),
  subscription: () =>
    import('../features/subscription/overview/subscription-overview').then((file) => file.SubscriptionOverview),
  statement: () => import('../features/credits/statement/statement').then((file) => file.Statement),
  settings: () => import('../features/profile/settings').then((file) => file.Settings),
  leaveWarning: () => import('../features/profile/leave-warning').then((file) => file.LeaveWarning),
};
const loadTabs = () => Promise.all(Object.values(load).map((loadTab): Promise<unknown> => loadTab()));
const LatestImages = lazyPart(load.images);
const SubscriptionOverview = lazyPart(load.subscription);
const Statement = lazyPart(load.statement);
const Settings = lazyPart(load.settings);
const LeaveWarning = lazyPart(load.leaveWarning);

export function Page() {
  const { t } = useTranslation('profile');
  const [query, setQuery] = useSearchParams();
  const user = useUser();
  usePreload(loadTabs);
  if (!user) return <ProfileFrame />;
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'overview';
  const content = {
    overview: <Overview user={user} bonus={<BonusBox />} />,
    images: (
      <LaterTab texts={['sharing', 'work']}>
        <LatestImages shareDialog={ShareDialog} />
      </LaterTab>
    ),
    subscription: (
      <LaterTab texts={['billing', 'change']}>
        <LeaveWarning>
          <SubscriptionOverview />
        </LeaveWarning>
      </LaterTab>
    ),
    statement: (
      <LaterTab texts={['statement']}>
        <Statement />
      </LaterTab>
    ),
    settings: (
      <LaterTab texts={[]}>
        <LeaveWarning>
          <Settings user={user} />
        </LeaveWarning>
      </LaterTab>
    ),
  };
  const identity = <Identity user={user} portrait={<Avatar user={user} className="size-16 text-xl" />} />;
  return (
    <ProfileColumns identity={identity}>
      <Tabs
        label={t('title')}
        value={tab}
        onChange={(next) =>
          setQuery(next === 'overview' ? {} : { tab: next }, { replace: true, preventScrollReset: true })
        }
        tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`), content: content[value] }))}
      />
    </ProfileColumns>
  );
}

function ProfileColumns({ identity, children }: { identity: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('profile');
  return (
    <div className="page grid gap-8 py-8 lg:grid-cols-[240px_minmax(0,1fr)] lg:gap-18 lg:py-12">
      <div className="grid content-start gap-6">
        <h1 className="text-2xl lg:text-3xl">{t('title')}</h1>
        {identity}
      </div>
      {children}
    </div>
  );
}

/** Before it is known who is here, and which tab is meant. */
function ProfileFrame() {
  const { t } = useTranslation('profile');
  return (
    <ProfileColumns identity={<IdentityPlace />}>
      <Tabs
        label={t('title')}
        value={null}
        onChange={() => undefined}
        tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`), content: null }))}
      />
    </ProfileColumns>
  );
}

const PLACEHOLDER = (
  <Loading active placeholder={<Skeleton className="h-92 w-full rounded-sheet" />}>
    {null}
  </Loading>
);

/** A tab whose code and texts are fetched once the page rests, or when it is opened. */
function LaterTab({ texts, children }: { texts: Namespace[]; children: ReactNode }) {
  const isReady = useNamespace(...texts);
  return isReady ? <Suspense fallback={PLACEHOLDER}>{children}</Suspense> : PLACEHOLDER;
}

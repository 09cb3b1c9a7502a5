import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useUser } from '../api/auth/use-session';
import { BonusBox } from '../features/credits/bonus/bonus-box';
import { Statement } from '../features/credits/statement/statement';
import { Identity } from '../features/profile/identity';
import { Overview } from '../features/profile/overview';
import { LatestImagesWithActions } from '../features/profile/images/latest-images-with-actions';
import { Settings } from '../features/profile/settings';
import { SubscriptionOverview } from '../features/subscription/overview/subscription-overview';
import { Avatar } from '../features/session/avatar';
import { ShareDialog } from '../features/share/share-dialog';
import { Tabs } from '../shared/ui/navigation/tabs';

const TABS = ['overview', 'images', 'subscription', 'statement', 'settings'] as const;

export function Page() {
  const { t } = useTranslation('profile');
  const [query, setQuery] = useSearchParams();
  const user = useUser();
  // Signed out a moment ago: the router is leaving this page.
  if (!user) return null;
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'overview';
  const content = {
    overview: <Overview user={user} bonus={<BonusBox />} />,
    images: <LatestImagesWithActions shareDialog={ShareDialog} />,
    subscription: <SubscriptionOverview />,
    statement: <Statement />,
    settings: <Settings user={user} />,
  };
  return (
    <div className="page grid gap-8 py-8 lg:grid-cols-[240px_minmax(0,1fr)] lg:gap-18 lg:py-12">
      <aside className="grid content-start gap-6">
        <h1 className="text-2xl lg:text-3xl">{t('title')}</h1>
        <Identity user={user} portrait={<Avatar user={user} className="size-16 text-xl" />} />
      </aside>
      <Tabs
        label={t('title')}
        value={tab}
        onChange={(next) =>
          setQuery(next === 'overview' ? {} : { tab: next }, { replace: true, preventScrollReset: true })
        }
        tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`), content: content[value] }))}
      />
    </div>
  );
}

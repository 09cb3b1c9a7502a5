import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { isApiError } from '../../api/client/api-error';
import { useApiKeysQuery } from '../../api/endpoints/api-keys';
import { Tabs } from '../../shared/ui/navigation/tabs';
import { Console } from './console/console';
import { KeysPanel } from './keys/keys-panel';
import { WebhooksPanel } from './webhooks/webhooks-panel';

const TABS = ['documentation', 'keys', 'webhooks', 'console'] as const;

/** Each call uses a key, and the API writes that down now and then. */
function Keys() {
  return <KeysPanel query={useApiKeysQuery(undefined, { refetchOnMountOrArgChange: true, refetchOnFocus: true })} />;
}

/** The documentation, and beside it what belongs to the account. */
export function DeveloperTabs({ children }: { children: ReactNode }) {
  const { t } = useTranslation('developers');
  const [query, setQuery] = useSearchParams();
  const keys = useApiKeysQuery();
  // The feature is switched off.
  if (isApiError(keys.error) && keys.error.status === 404) return children;
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'documentation';
  const content = {
    documentation: children,
    keys: <Keys />,
    webhooks: <WebhooksPanel />,
    console: <Console />,
  };
  return (
    <Tabs
      label={t('tabs.label')}
      value={tab}
      onChange={(next) =>
        setQuery(next === 'documentation' ? {} : { tab: next }, { replace: true, preventScrollReset: true })
      }
      tabs={TABS.map((value) => ({ value, label: t(`tabs.${value}`), content: content[value] }))}
    />
  );
}

import { OAUTH_PROVIDERS, type OAuthProvider } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignInProvidersQuery } from '../../api/endpoints/auth';
import { useHydrated } from '../../shared/hooks/use-hydrated';
import { useOnline } from '../../shared/browser/use-online';
import { Badge } from '../../shared/ui/feedback/badge';
import { Button } from '../../shared/ui/actions/button';
import { lastMethod } from './last-method';
import { PROVIDERS } from './providers';

interface ProviderButtonsProps {
  leaving: OAuthProvider | null;
  onChoose: (provider: OAuthProvider) => void;
}

/** All until the API has named those that are set up; that one has none must not leave the page empty. */
function useAvailableProviders(): readonly OAuthProvider[] {
  const { data = [] } = useSignInProvidersQuery();
  return data.length > 0 ? data : OAUTH_PROVIDERS;
}

/** One button a provider; pressing one disables them all. */
export function ProviderButtons({ leaving, onChoose }: ProviderButtonsProps) {
  const { t } = useTranslation('session');
  const online = useOnline();
  const available = useAvailableProviders();
  const [stored] = useState(lastMethod);
  const last = useHydrated() ? stored : null;
  return (
    <div className="grid gap-3">
      {OAUTH_PROVIDERS.filter((provider) => available.includes(provider)).map((provider) => {
        const { name, Mark } = PROVIDERS[provider];
        return (
          <Button
            key={provider}
            size="lg"
            className="relative w-full"
            disabled={!online || (leaving !== null && leaving !== provider)}
            busy={leaving === provider}
            icon={<Mark />}
            onClick={() => onChoose(provider)}
          >
            {leaving === provider ? t('login.redirecting', { provider: name }) : t('login.with', { provider: name })}
            {last === provider && leaving === null ? (
              <span className="absolute -top-2.5 end-3 rounded-pill bg-bg">
                <Badge tone="amber">{t('login.lastUsed')}</Badge>
              </span>
            ) : null}
          </Button>
        );
      })}
    </div>
  );
}

import { OAUTH_PROVIDERS, type OAuthProvider } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../shared/hooks/use-online';
import { Badge } from '../../shared/ui/badge';
import { Button } from '../../shared/ui/button';
import { lastMethod } from './last-method';
import { PROVIDER_NAMES, ProviderMark } from './provider-marks';

interface ProviderButtonsProps {
  leaving: OAuthProvider | null;
  onChoose: (provider: OAuthProvider) => void;
}

/** One button a provider; pressing one disables them all. */
export function ProviderButtons({ leaving, onChoose }: ProviderButtonsProps) {
  const { t } = useTranslation('session');
  const online = useOnline();
  const [last] = useState(lastMethod);
  return (
    <div className="grid gap-3">
      {OAUTH_PROVIDERS.map((provider) => (
        <Button
          key={provider}
          size="lg"
          className="relative w-full"
          disabled={!online || (leaving !== null && leaving !== provider)}
          busy={leaving === provider}
          icon={<ProviderMark provider={provider} />}
          onClick={() => onChoose(provider)}
        >
          {leaving === provider
            ? t('login.redirecting', { provider: PROVIDER_NAMES[provider] })
            : t('login.with', { provider: PROVIDER_NAMES[provider] })}
          {last === provider && leaving === null ? (
            <span className="absolute -top-2.5 end-3 bg-bg">
              <Badge tone="amber">{t('login.lastUsed')}</Badge>
            </span>
          ) : null}
        </Button>
      ))}
    </div>
  );
}

import { WEBHOOK_ENDPOINTS_MAX, type NewWebhookEndpoint } from '@app/contracts';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWebhookEndpointsQuery } from '../../../api/endpoints/webhook-endpoints';
import { Button } from '../../../shared/ui/actions/button';
import { Panel } from '../panel';
import { SecretDialog } from '../secret-dialog';
import { EndpointForm } from './endpoint-form';
import { EndpointItem } from './endpoint-item';

export function WebhooksPanel() {
  const { t } = useTranslation('developers');
  const query = useWebhookEndpointsQuery(undefined, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewWebhookEndpoint | null>(null);
  return (
    <>
      <Panel
        title={t('webhooks.title')}
        heading={heading}
        lead={t('webhooks.lead')}
        query={query}
        action={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" className="size-4" />}
            disabled={(query.data?.length ?? 0) >= WEBHOOK_ENDPOINTS_MAX}
            onClick={() => setCreating(true)}
          >
            {t('webhooks.create')}
          </Button>
        }
      >
        {(endpoints) =>
          endpoints.length === 0 ? (
            <p className="rounded-control border border-line px-4 py-5 text-sm text-ink-3">{t('webhooks.empty')}</p>
          ) : (
            <ul className="border-t border-line">
              {endpoints.map((endpoint) => (
                <EndpointItem key={endpoint.id} endpoint={endpoint} heading={heading} onSecret={setCreated} />
              ))}
            </ul>
          )
        }
      </Panel>
      {isCreating ? (
        <EndpointForm
          onClose={() => setCreating(false)}
          onCreated={(endpoint) => {
            setCreating(false);
            setCreated(endpoint);
          }}
        />
      ) : null}
      {created ? (
        <SecretDialog
          title={t('webhooks.secretTitle')}
          text={t('webhooks.secretText')}
          secret={created.secret}
          fallback={heading}
          onClose={() => setCreated(null)}
        />
      ) : null}
    </>
  );
}

import type { NewWebhookEndpoint, WebhookEndpoint } from '@app/contracts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useDeleteWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  useSwitchWebhookEndpointMutation,
  useTestWebhookEndpointMutation,
} from '../../../api/endpoints/webhook-endpoints';
import { useFormatDate } from '../../../shared/hooks/use-format-date';
import { Button } from '../../../shared/ui/actions/button';
import { Badge } from '../../../shared/ui/feedback/badge';
import { ConfirmDialog } from '../confirm-dialog';
import { DeliveryLog } from './delivery-log';
import { useEventName } from './use-event-name';

interface EndpointItemProps {
  endpoint: WebhookEndpoint;
  onSecret: (endpoint: NewWebhookEndpoint) => void;
}

export function EndpointItem({ endpoint, onSecret }: EndpointItemProps) {
  const { t } = useTranslation('developers');
  const id = useId();
  const urlId = useId();
  const ofThis = { 'aria-describedby': urlId };
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null);
  const [sendTest, testing] = useTestWebhookEndpointMutation();
  const [change, changing] = useSwitchWebhookEndpointMutation();
  const { enabled } = endpoint;
  return (
    <li className="grid grid-cols-1 gap-3 border-b border-line py-5">
      <Facts endpoint={endpoint} urlId={urlId} />
      <Trouble endpoint={endpoint} />
      <div className="flex flex-wrap gap-2">
        <Button
          {...ofThis}
          busy={testing.isLoading}
          disabled={!enabled}
          onClick={() => {
            setOpen(true);
            void sendTest(endpoint.id);
          }}
        >
          {t('webhooks.test')}
        </Button>
        <Button
          {...ofThis}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t('webhooks.deliveries')}
        </Button>
        <Button
          {...ofThis}
          busy={changing.isLoading}
          onClick={() => void change({ id: endpoint.id, enabled: !enabled })}
        >
          {t(enabled ? 'webhooks.switchOff' : 'webhooks.switchOn')}
        </Button>
        <Button {...ofThis} variant="ghost" onClick={() => setAsked('rotate')}>
          {t('webhooks.rotate')}
        </Button>
        <Button {...ofThis} variant="ghost" onClick={() => setAsked('remove')}>
          {t('webhooks.remove')}
        </Button>
      </div>
      {isOpen ? (
        <div id={id}>
          <DeliveryLog endpointId={endpoint.id} />
        </div>
      ) : null}
      {asked === 'rotate' ? (
        <RotateQuestion id={endpoint.id} onSecret={onSecret} onClose={() => setAsked(null)} />
      ) : null}
      {asked === 'remove' ? <RemoveQuestion id={endpoint.id} onClose={() => setAsked(null)} /> : null}
    </li>
  );
}

function Facts({ endpoint: { url, enabled, events }, urlId }: { endpoint: WebhookEndpoint; urlId: string }) {
  const { t } = useTranslation('developers');
  const eventName = useEventName();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong id={urlId} className="font-semibold wrap-anywhere">
          {url}
        </strong>
        <Badge tone={enabled ? 'ok' : 'danger'}>{t(enabled ? 'webhooks.on' : 'webhooks.off')}</Badge>
      </div>
      <p className="text-sm text-ink-3">{events.map(eventName).join(' · ')}</p>
    </>
  );
}

function Trouble({ endpoint: { disabled_at, failing_since } }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation('developers');
  const formatDate = useFormatDate();
  if (disabled_at !== null) {
    return <p className="text-sm text-danger-text">{t('webhooks.disabled', { date: formatDate(disabled_at) })}</p>;
  }
  if (failing_since === null) return null;
  return <p className="text-sm text-amber-text">{t('webhooks.failing', { date: formatDate(failing_since) })}</p>;
}

interface QuestionProps {
  id: string;
  onClose: () => void;
}

function RotateQuestion({ id, onSecret, onClose }: QuestionProps & Pick<EndpointItemProps, 'onSecret'>) {
  const { t } = useTranslation('developers');
  const [rotate, { isLoading, error }] = useRotateWebhookSecretMutation();
  const run = async () => {
    const { data } = await rotate(id);
    if (!data) return;
    onClose();
    onSecret(data);
  };
  return (
    <ConfirmDialog
      title={t('webhooks.rotateTitle')}
      text={t('webhooks.rotateText')}
      yes={t('webhooks.rotate')}
      busy={isLoading}
      error={error}
      onYes={() => void run()}
      onClose={onClose}
    />
  );
}

function RemoveQuestion({ id, onClose }: QuestionProps) {
  const { t } = useTranslation('developers');
  const [remove, { isLoading, error }] = useDeleteWebhookEndpointMutation();
  const run = async () => {
    const answer = await remove(id);
    if (!answer.error) onClose();
  };
  return (
    <ConfirmDialog
      title={t('webhooks.removeTitle')}
      text={t('webhooks.removeText')}
      yes={t('webhooks.remove')}
      isDanger
      busy={isLoading}
      error={error}
      onYes={() => void run()}
      onClose={onClose}
    />
  );
}

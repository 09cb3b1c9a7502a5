import type { NewWebhookEndpoint, WebhookEndpoint } from '@app/contracts';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useDeleteWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  useSwitchWebhookEndpointMutation,
  useTestWebhookEndpointMutation,
} from '../../../api/endpoints/webhook-endpoints';
import { useFocusFallback } from '../../../shared/interaction/use-focus-fallback';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { Button } from '../../../shared/ui/actions/button';
import { Badge } from '../../../shared/ui/feedback/badge';
import type { FocusFallback } from '../../../shared/ui/overlays/dialog-props';
import { ConfirmDialog } from '../confirm-dialog';
import { DeliveryLog } from './delivery-log';
import { useEventName } from './use-event-name';

interface EndpointItemProps {
  endpoint: WebhookEndpoint;
  /** Of the list: it has the focus when the address that has it goes. */
  heading: FocusFallback;
  onSecret: (endpoint: NewWebhookEndpoint) => void;
}

export function EndpointItem(props: EndpointItemProps) {
  const { endpoint, heading } = props;
  const { t } = useTranslation('developers');
  const id = useId();
  const urlId = useId();
  const item = useRef<HTMLLIElement>(null);
  useFocusFallback(item, heading);
  const ofThis = { 'aria-describedby': urlId };
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [sendTest, testing] = useTestWebhookEndpointMutation();
  const [change, changing] = useSwitchWebhookEndpointMutation();
  const { enabled } = endpoint;
  return (
    <li ref={item} className="grid grid-cols-1 gap-3 border-b border-line py-5">
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
      {asked ? <Question {...props} asked={asked} onClose={() => setAsked(null)} /> : null}
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

type Asked = 'rotate' | 'remove';

interface QuestionProps {
  id: string;
  heading: FocusFallback;
  onClose: () => void;
}

interface AskedProps extends EndpointItemProps {
  asked: Asked;
  onClose: () => void;
}

function Question({ asked, endpoint: { id }, onSecret, ...rest }: AskedProps) {
  return asked === 'rotate' ? (
    <RotateQuestion id={id} onSecret={onSecret} {...rest} />
  ) : (
    <RemoveQuestion id={id} {...rest} />
  );
}

function RotateQuestion({ id, heading, onSecret, onClose }: QuestionProps & Pick<EndpointItemProps, 'onSecret'>) {
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
      fallback={heading}
      busy={isLoading}
      error={error}
      onYes={() => void run()}
      onClose={onClose}
    />
  );
}

function RemoveQuestion({ id, heading, onClose }: QuestionProps) {
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
      fallback={heading}
      busy={isLoading}
      error={error}
      onYes={() => void run()}
      onClose={onClose}
    />
  );
}

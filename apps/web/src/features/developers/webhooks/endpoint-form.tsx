import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX, type NewWebhookEndpoint, type WebhookEvent } from '@app/contracts';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/client/api-error';
import { useCreateWebhookEndpointMutation } from '../../../api/endpoints/webhook-endpoints';
import { Switch } from '../../../shared/ui/forms/switch';
import { TextField } from '../../../shared/ui/forms/text-field';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { useEventName } from './use-event-name';
import { FormFoot } from '../form-foot';

interface EndpointFormProps {
  onClose: () => void;
  onCreated: (endpoint: NewWebhookEndpoint) => void;
}

const isHttps = (url: string): boolean => /^https:\/\/[^\s/]+/i.test(url);

export function EndpointForm({ onClose, onCreated }: EndpointFormProps) {
  const { t } = useTranslation('developers');
  const eventName = useEventName();
  const [create, { isLoading, error }] = useCreateWebhookEndpointMutation();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['generation.completed', 'generation.failed']);
  const isComplete = isHttps(url) && events.length > 0;
  const isRefused = isApiError(error) && error.code === 'URL_NOT_ALLOWED';
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isComplete || isLoading) return;
    const { data } = await create({ url: url.trim(), events: [...events] });
    if (data) onCreated(data);
  };
  return (
    <Dialog open onClose={onClose} busy={isLoading} title={t('webhooks.create')}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('webhooks.url')}
          hint={t('webhooks.urlHint')}
          type="url"
          placeholder="https://example.com/hooks"
          maxLength={WEBHOOK_URL_MAX}
          value={url}
          error={isRefused ? t('webhooks.urlRefused') : null}
          onChange={(event) => setUrl(event.target.value)}
        />
        <fieldset>
          <legend className="text-sm font-semibold">{t('webhooks.events')}</legend>
          {WEBHOOK_EVENTS.map((event) => (
            <Switch
              key={event}
              label={eventName(event)}
              hint={event}
              checked={events.includes(event)}
              onChange={(on) =>
                setEvents(WEBHOOK_EVENTS.filter((each) => (each === event ? on : events.includes(each))))
              }
            />
          ))}
        </fieldset>
        <FormFoot
          submit={t('webhooks.create')}
          busy={isLoading}
          disabled={!isComplete}
          error={isRefused ? null : error}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

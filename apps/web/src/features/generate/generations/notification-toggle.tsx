import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notificationState, enableNotifications, disableNotifications } from './notifications';
import { Button } from '../../../shared/ui/actions/button';

export function NotificationToggle() {
  const { t } = useTranslation('generate');
  const [first] = useState(notificationState);
  const [state, setState] = useState(first);
  // Nobody is told of a refusal of long ago.
  if (first === 'unsupported' || first === 'blocked') return null;
  const on = state === 'on';
  const Icon = on ? BellRing : Bell;
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <Button
        variant="ghost"
        aria-pressed={on}
        onClick={() => (on ? setState(disableNotifications()) : void enableNotifications().then(setState))}
        icon={<Icon aria-hidden="true" className={on ? 'size-4 text-amber-text' : 'size-4'} />}
        className="-ms-4"
      >
        {t('result.notify')}
      </Button>
      <p role="status" className="text-sm text-ink-2">
        {state === 'blocked' ? t('result.notifyBlocked') : null}
      </p>
    </div>
  );
}

import { toCredits } from '@app/contracts';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useQuotaQuery } from '../../../api/endpoints/quota';
import { useUser } from '../../../api/auth/use-session';
import { formatCredits } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { PricedLabel } from '../../../shared/ui/actions/priced-label';
import { totalUnits, type GenerateSettings } from '../settings/settings';
import { SubmitError } from './submit-error';
import { useSubmit, type SubmitEvents } from './use-submit';

interface AskAgainProps {
  settings: GenerateSettings;
  label: string;
  events: SubmitEvents;
}

/** Asks for what was not made, as it was, at a price that stands on the button; the form stays as it is. */
export function AskAgain({ settings, label, events }: AskAgainProps) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const signedIn = useUser() !== null;
  const { data: quota } = useQuotaQuery(undefined, { skip: !signedIn });
  const handle = useSubmit(settings, events);
  const credits = formatCredits(toCredits(totalUnits(settings)), locale);
  return (
    <div className="grid justify-items-start">
      <SubmitError settings={settings} quota={quota} message={handle.message} />
      <Button
        busy={handle.sending}
        disabled={handle.disabled}
        className="flex-wrap"
        onClick={({ detail }) => {
          // Not for the second half of a double click.
          if (detail < 2) void handle.submit();
        }}
        icon={<RotateCcw aria-hidden="true" className="size-4" />}
      >
        <PricedLabel action={label} price={t('submit.price', { credits })} />
      </Button>
    </div>
  );
}

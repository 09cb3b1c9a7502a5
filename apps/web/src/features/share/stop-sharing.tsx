import { Link2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorProps } from '../../api/client/error-text';
import { useLocale } from '../../shared/i18n/locale-context';
import { ignoreSecondClick } from '../../shared/interaction/second-click';
import { Button } from '../../shared/ui/actions/button';
import { ErrorState } from '../../shared/ui/feedback/error-state';

interface StopSharingProps {
  stopping: boolean;
  failure: unknown;
  onStop: () => void;
  onKeep: () => void;
}

export function StopSharing({ stopping, failure, onStop, onKeep }: StopSharingProps) {
  const { t } = useTranslation('sharing');
  const locale = useLocale();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  // Its last button stands where the one stood that leads here.
  useEffect(ignoreSecondClick, []);
  return (
    <div role="group" aria-label={t('dialog.stopQuestion')} className="grid gap-4">
      <div className="grid gap-1">
        <h3 className="text-base font-semibold">{t('dialog.stopQuestion')}</h3>
        <p className="text-ink-2">{t('dialog.stopText')}</p>
      </div>
      {failure ? <ErrorState title={t('dialog.stopFailed')} {...errorProps(failure, locale)} /> : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button ref={keep} onClick={onKeep} disabled={stopping}>
          {t('dialog.keep')}
        </Button>
        <Button variant="danger" busy={stopping} onClick={onStop}>
          {t('dialog.stop')}
        </Button>
      </div>
    </div>
  );
}

export function StoppedSharing({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('sharing');
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => again.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status">{t('dialog.stopped')}</p>
      <Button ref={again} onClick={onAgain} icon={<Link2 aria-hidden="true" className="size-4" />}>
        {t('dialog.again')}
      </Button>
    </div>
  );
}

import { SHARE_DAYS, type Answer } from '@app/contracts';
import { Link2Off } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../shared/i18n/locale-context';
import { Button } from '../../shared/ui/actions/button';
import { TextField } from '../../shared/ui/forms/text-field';
import { CopyLinkButton, SystemShare, useCopiedLink } from './copy-link';
import { useFormatDate } from '../../shared/format/use-format-date';

export function ShareLink({ link, onStop }: { link: Answer<'images.share'>; onStop: () => void }) {
  const { t } = useTranslation('sharing');
  const formatDate = useFormatDate();
  const field = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const address = useLocalAddress(link);
  const copied = useCopiedLink(address, field);
  // What most come for.
  useEffect(() => main.current?.focus(), []);
  const until = formatDate(link.expires_at, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className="grid gap-4">
      <TextField
        ref={field}
        label={t('dialog.link')}
        hint={t('dialog.until', { days: SHARE_DAYS, date: until })}
        value={address}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      {copied.outcome === 'selected' ? (
        <p role="status" className="text-sm text-ink-2">
          {t('dialog.selected')}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <CopyLinkButton ref={main} variant="primary" {...copied} />
        <SystemShare address={address} />
        <Button
          variant="ghost"
          className="sm:ms-auto"
          onClick={onStop}
          icon={<Link2Off aria-hidden="true" className="size-4" />}
        >
          {t('dialog.stop')}
        </Button>
      </div>
    </div>
  );
}

/** The server's link, in the language of the person who shares it. */
function useLocalAddress({ url, token }: Answer<'images.share'>): string {
  const to = useAddress();
  return new URL(to('shared', { params: { token } }), url).href;
}

import { SHARE_DAYS, type Answer } from '@app/contracts';
import { Check, Copy, Link2Off, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../shared/copy-text';
import { formatDate } from '../../shared/format';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { Button } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/text-field';

const SHOWN_MS = 2000;

type Outcome = 'copied' | 'selected' | null;

/** The link, ready to be handed on. */
export function ShareLink({ link, onStop }: { link: Answer<'images.share'>; onStop: () => void }) {
  const { t } = useTranslation('sharing');
  const locale = useLocale();
  const field = useRef<HTMLInputElement>(null);
  const address = useLocalAddress(link);
  const { outcome, copy } = useCopy(address, field);
  const until = formatDate(link.expires_at, locale, { dateStyle: 'medium', timeStyle: 'short' });
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
      {outcome === 'selected' ? (
        <p role="status" className="text-sm text-ink-2">
          {t('dialog.selected')}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <CopyLink copied={outcome === 'copied'} onCopy={() => void copy()} />
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

/** The server's link, in the language of whoever hands it on. */
function useLocalAddress({ url, token }: Answer<'images.share'>): string {
  const to = useAddress();
  return new URL(to('shared', { params: { token } }), url).href;
}

function useCopy(text: string, field: { current: HTMLInputElement | null }) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const copied = await copyText(text);
    if (!copied) field.current?.focus();
    setOutcome(copied ? 'copied' : 'selected');
  };
  return { outcome, copy };
}

/** Gets the focus when the link is there: what most come for. */
function CopyLink({ copied, onCopy }: { copied: boolean; onCopy: () => void }) {
  const { t } = useTranslation(['sharing', 'common']);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <Button
        ref={button}
        variant="primary"
        onClick={onCopy}
        icon={copied ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
      >
        {copied ? t('common:actions.copied') : t('sharing:copyLink')}
      </Button>
      <span role="status" className="sr-only">
        {copied ? t('common:actions.copied') : ''}
      </span>
    </>
  );
}

/** The system's own sheet, where there is one: a phone's apps and contacts. */
function SystemShare({ address }: { address: string }) {
  const { t } = useTranslation('sharing');
  if (typeof navigator.share !== 'function') return null;
  // Whoever closes the sheet again has not failed; and where it does not open, the link still stands there.
  const open = () => void navigator.share({ url: address }).catch(() => undefined);
  return (
    <Button onClick={open} icon={<Share2 aria-hidden="true" className="size-4" />}>
      {t('dialog.more')}
    </Button>
  );
}

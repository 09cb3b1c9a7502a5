import { Check, Copy, Share2 } from 'lucide-react';
import { useEffect, useState, type Ref, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../shared/browser/copy-text';
import { Button } from '../../shared/ui/actions/button';

const SHOWN_MS = 2000;

interface CopiedLink {
  /** `selected`: the browser does not let us copy, so that the field holds the link ready to be copied by hand. */
  outcome: 'copied' | 'selected' | null;
  copy: () => Promise<void>;
}

/** Copies a link, or selects it in `field` where the browser withholds the clipboard. */
export function useCopiedLink(address: string, field: RefObject<HTMLInputElement | null>): CopiedLink {
  // An object, so that a second press is heard too.
  const [told, setTold] = useState<{ outcome: 'copied' | 'selected' } | null>(null);
  useEffect(() => {
    if (told?.outcome === 'selected') {
      field.current?.focus();
      // From its end, so that the site stands in sight, as a link is read.
      field.current?.setSelectionRange(0, address.length, 'backward');
    }
    if (told?.outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setTold(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [told, field, address]);
  const copy = async () => setTold({ outcome: (await copyText(address)) ? 'copied' : 'selected' });
  return { outcome: told?.outcome ?? null, copy };
}

interface CopyLinkButtonProps extends CopiedLink {
  variant?: 'primary' | 'quiet';
  ref?: Ref<HTMLButtonElement>;
}

export function CopyLinkButton({ outcome, copy, variant = 'quiet', ref }: CopyLinkButtonProps) {
  const { t } = useTranslation(['sharing', 'common']);
  const copied = outcome === 'copied';
  return (
    <>
      <Button
        ref={ref}
        variant={variant}
        onClick={() => void copy()}
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

export function SystemShare({ address }: { address: string }) {
  const { t } = useTranslation('sharing');
  if (typeof navigator.share !== 'function') return null;
  // Closing the sheet is no failure; if it cannot open, the link is still there to be copied.
  const open = () => void navigator.share({ url: address }).catch(() => undefined);
  return (
    <Button onClick={open} icon={<Share2 aria-hidden="true" className="size-4" />}>
      {t('dialog.more')}
    </Button>
  );
}

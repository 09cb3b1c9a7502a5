import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../copy-text';
import { Button } from './button';

const SHOWN_MS = 2000;

interface CopyButtonProps {
  text: string;
  label?: string;
  /** Says which text it is, where there are several. */
  name?: string | undefined;
  className?: string;
}

/** Copies a text and says so; where the browser withholds the clipboard the text is selected instead. */
export function CopyButton({ text, label, name, className }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <Button
        variant="ghost"
        className={className}
        aria-label={copied ? undefined : name}
        icon={copied ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
        onClick={() => void copyText(text).then(setCopied)}
      >
        {copied ? t('actions.copied') : (label ?? t('actions.copy'))}
      </Button>
      {/* Not inside: what a button contains is its name, and nothing of its own. */}
      <span role="status" className="sr-only">
        {copied ? t('actions.copied') : ''}
      </span>
    </>
  );
}

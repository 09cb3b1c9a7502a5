import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../browser/copy-text';
import { Button } from './button';

const SHOWN_MS = 2000;

interface CopyButtonProps {
  text: string;
  label?: string;
  /** Says which text it is, where there are several. */
  name?: string | undefined;
  /** Where the text stands already. */
  place?: RefObject<HTMLElement | null>;
  className?: string;
}

/** Copies a text and says so; where the browser withholds the clipboard the text is selected instead. */
export function CopyButton({ text, label, name, place, className }: CopyButtonProps) {
  const { t } = useTranslation();
  // An object, so that a second press is heard too.
  const [told, setTold] = useState<{ text: string; isCopied: boolean } | null>(null);
  const own = useRef<HTMLElement>(null);
  useEffect(() => {
    if (told === null) return undefined;
    if (!told.isCopied) {
      const shown = place?.current ?? own.current;
      if (shown) window.getSelection()?.selectAllChildren(shown);
      return undefined;
    }
    const timer = setTimeout(() => setTold(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [told, place]);
  const isOfThis = told?.text === text;
  const copied = isOfThis && told.isCopied;
  const refused = isOfThis && !told.isCopied;
  return (
    <>
      <Button
        variant="ghost"
        className={className}
        aria-label={copied ? undefined : name}
        icon={copied ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
        onClick={() => void copyText(text).then((isCopied) => setTold({ text, isCopied }))}
      >
        {copied ? t('actions.copied') : (label ?? t('actions.copy'))}
      </Button>
      {/* Not inside: what a button contains is its name, and nothing of its own. */}
      <span role="status" className={refused ? 'block basis-full text-sm text-ink-2' : 'sr-only'}>
        {copied ? t('actions.copied') : refused ? t('actions.copyRefused') : ''}
      </span>
      {refused && !place ? (
        <code ref={own} className="block basis-full text-sm wrap-anywhere">
          {text}
        </code>
      ) : null}
    </>
  );
}

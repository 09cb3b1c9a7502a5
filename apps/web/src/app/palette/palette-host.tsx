import { Suspense, useEffect, useState } from 'react';
import { LOCALES } from '@app/contracts';
import { loadNamespaces } from '../../shared/i18n/i18n';
import { isOfInputMethod } from '../../shared/interaction/input-method';
import { lazyPart } from '../../shared/loading/lazy-part';

// Commands are found by their names in each language, so the texts of all come with it.
const Palette = lazyPart(async () => {
  const [{ Palette: loaded }] = await Promise.all([
    import('./palette'),
    ...LOCALES.map((locale) => loadNamespaces(locale, ['palette'])),
  ]);
  return loaded;
});

/** The command palette: opened by Ctrl or Command with K, or by `open`. Nothing of it is loaded before. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // What another dialog asks comes first.
      if (isOfInputMethod(event) || document.querySelector('[role="dialog"]:not([data-palette])')) return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
  return {
    open: () => setOpen(true),
    palette: isOpen ? (
      <Suspense>
        <Palette onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}

import { Dialog } from 'radix-ui';
import { Suspense, useState, type ReactElement } from 'react';
import { lazyPart } from '../../../shared/loading/lazy-part';
import { useNamespace } from '../../../shared/i18n/use-namespace';
import type { Pair } from './compare-slider';

const CompareDialog = lazyPart(() => import('./compare-dialog').then((module) => module.CompareDialog));

interface CompareOpenerProps extends Pair {
  /** The button. */
  children: ReactElement;
}

/** Makes a button open the comparison of two images, which is loaded at the first press. */
export function CompareOpener({ before, after, children }: CompareOpenerProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>{children}</Dialog.Trigger>
      {open ? <Comparison before={before} after={after} /> : null}
    </Dialog.Root>
  );
}

function Comparison(pair: Pair) {
  const hasTexts = useNamespace('compare');
  return <Suspense>{hasTexts ? <CompareDialog {...pair} /> : null}</Suspense>;
}

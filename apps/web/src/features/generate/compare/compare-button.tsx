import { GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from 'radix-ui';
import type { Generation, Picture } from '@app/contracts';
import { Button } from '../../../shared/ui/actions/button';
import { CompareDialog } from './compare-dialog';
import { comparedFrom } from './compared';
import { useParent } from './use-parent';

/** Offers to hold an image against the one it goes back to; nothing where that is not there any more. */
export function CompareButton({ generation, picture: image }: { generation: Generation; picture: Picture }) {
  const { t } = useTranslation('generate');
  const [open, setOpen] = useState(false);
  const before = useParent(generation.parent_id);
  if (before === null) return null;
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button icon={<GitCompareArrows aria-hidden="true" className="size-4" />}>{t('compare.action')}</Button>
      </Dialog.Trigger>
      <CompareDialog before={before} after={comparedFrom(generation, image)} />
    </Dialog.Root>
  );
}

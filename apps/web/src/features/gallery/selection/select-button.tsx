import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/actions/button';
import type { Selection } from './use-selection';

/** Begins and ends selecting. In its place from the start, so that nothing moves when the images come. */
export function SelectButton({ selection, disabled }: { selection: Selection; disabled: boolean }) {
  const { t } = useTranslation('gallery');
  return (
    <Button
      data-select=""
      aria-pressed={selection.active}
      disabled={disabled && !selection.active}
      onClick={selection.active ? selection.stop : selection.start}
      className="min-h-11 aria-pressed:border-transparent aria-pressed:bg-amber-tint aria-pressed:text-on-amber-tint"
      icon={<ListChecks aria-hidden="true" className="size-4 max-sm:hidden" />}
    >
      {t('selection.start')}
    </Button>
  );
}

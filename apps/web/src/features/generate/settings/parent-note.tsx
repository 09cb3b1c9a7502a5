import { History, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../shared/ui/actions/icon-button';

export function ParentNote({ onForget }: { onForget: () => void }) {
  const { t } = useTranslation('generate');
  return (
    <p className="flex items-center gap-2 rounded-control bg-amber-tint ps-3 text-sm text-on-amber-tint">
      <History aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1">{t('parent.note')}</span>
      <IconButton label={t('parent.forget')} icon={<X />} onClick={onForget} />
    </p>
  );
}

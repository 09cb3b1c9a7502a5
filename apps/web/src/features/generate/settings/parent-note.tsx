import { skipToken } from '@reduxjs/toolkit/query';
import { History, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useImageQuery } from '../../../api/endpoints/images';
import { useUser } from '../../../api/auth/use-session';
import { IconButton } from '../../../shared/ui/actions/icon-button';

interface ParentNoteProps {
  parentId: string;
  onForget: () => void;
}

export function ParentNote({ parentId, onForget }: ParentNoteProps) {
  const { t } = useTranslation('generate');
  const signedIn = useUser() !== null;
  const { currentData: parent } = useImageQuery(signedIn ? parentId : skipToken);
  const address = parent?.thumbnails[0]?.url ?? parent?.url;
  return (
    <p className="flex items-center gap-2 rounded-control bg-amber-tint ps-3 text-sm text-on-amber-tint">
      <span className="grid size-9 shrink-0 place-items-center">
        {address ? (
          <img src={address} alt="" className="size-full object-contain" />
        ) : (
          <History aria-hidden="true" className="size-4" />
        )}
      </span>
      <span className="flex-1">{t('parent.note')}</span>
      <IconButton label={t('parent.forget')} icon={<X />} onClick={onForget} />
    </p>
  );
}

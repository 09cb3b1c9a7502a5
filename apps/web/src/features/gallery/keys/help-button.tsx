import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import { ShortcutHelp } from './lazy-shortcut-help';

/** The door to the list of keys, for those who do not know of "?". */
export function HelpButton() {
  const { t } = useTranslation('gallery');
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('keys.title')}
        icon={<Keyboard aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        // Where nothing hovers there is hardly a keyboard, and in the line of a phone no room.
        className="max-sm:hidden [@media(hover:none)]:hidden"
      />
      <ShortcutHelp open={open} onClose={() => setOpen(false)} />
    </>
  );
}

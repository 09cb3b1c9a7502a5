import { NAME_MAX, codePointLength, isBlank, type User } from '@app/contracts';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpdateProfileMutation } from '../../api/endpoints/users';
import { useOnline } from '../../shared/browser/use-online';
import { useUnsaved } from '../../shared/interaction/use-unsaved';
import { showToast } from '../../shared/toasts';
import { Button } from '../../shared/ui/actions/button';
import { TextField } from '../../shared/ui/forms/text-field';

export function NameForm({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const [name, setName] = useState(user.name);
  const [known, setKnown] = useState(user.name);
  if (known !== user.name) {
    setKnown(user.name);
    // Changed elsewhere, where nothing else is being typed.
    if (name === known) setName(user.name);
  }
  const [update, { isLoading }] = useUpdateProfileMutation();
  const online = useOnline();
  useUnsaved(name !== user.name);
  const tooLong = codePointLength(name) > NAME_MAX;
  const error = isBlank(name)
    ? t('settings.nameRequired')
    : tooLong
      ? t('settings.nameTooLong', { count: NAME_MAX })
      : undefined;
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (error) return;
    const { data } = await update({ name });
    if (!data) return;
    // Typing may have gone on during the request.
    setName((typed) => (typed === name ? data.name : typed));
    showToast({ kind: 'success', text: t('settings.saved'), key: 'settings' });
  };
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-3 sm:flex sm:items-end">
      <TextField
        label={t('settings.name')}
        autoComplete="name"
        value={name}
        error={error}
        onChange={(event) => setName(event.target.value)}
        className="flex-1"
      />
      <Button
        type="submit"
        busy={isLoading}
        variant="primary"
        disabled={name === user.name || error !== undefined || !online}
        title={online ? undefined : t('settings.offline')}
        className="min-h-11 sm:self-end"
      >
        {t('settings.saveName')}
      </Button>
    </form>
  );
}

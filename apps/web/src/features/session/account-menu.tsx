import type { User } from '@app/contracts';
import { Heart, LogOut, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../entities/app-state';
import { useAddress } from '../../shared/i18n/locale-context';
import { Menu } from '../../shared/ui/actions/menu';
import { Avatar } from './avatar';

interface AccountMenuProps {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function AccountMenu({ user, open, onOpenChange }: AccountMenuProps) {
  const { t } = useTranslation();
  const to = useAddress();
  const dispatch = useAppDispatch();
  return (
    <Menu
      label={t('nav.account', { name: user.name || user.email })}
      trigger={<Avatar user={user} />}
      triggerClassName="grid size-10 place-items-center rounded-pill hover:bg-hover"
      header={<AccountIdentity user={user} />}
      open={open}
      onOpenChange={onOpenChange}
      entries={[
        { key: 'profile', label: t('nav.profile'), icon: <UserRound />, to: to('profile') },
        { key: 'favorites', label: t('nav.favorites'), icon: <Heart />, to: to('favorites') },
        {
          key: 'sign-out',
          label: t('nav.signOut'),
          icon: <LogOut />,
          separated: true,
          onSelect: () => void import('../../api/auth/session').then(({ signOut }) => dispatch(signOut())),
        },
      ]}
    />
  );
}

export function AccountIdentity({ user }: { user: User }) {
  return (
    <span className="grid max-w-64 text-sm">
      <strong className="truncate font-semibold">{user.name}</strong>
      {user.email ? <span className="truncate text-ink-3">{user.email}</span> : null}
    </span>
  );
}

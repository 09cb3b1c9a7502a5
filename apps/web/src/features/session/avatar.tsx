import type { User } from '@app/contracts';
import { useState } from 'react';
import { cx } from '../../shared/cx';

/** The first letter of a name or e-mail, a whole character also in scripts outside the basic plane. */
export const initialOf = ({ name, email }: Pick<User, 'name' | 'email'>): string =>
  ([...(name.trim() || email?.trim() || '?')][0] ?? '?').toLocaleUpperCase();

/** A person's image, or their initial where there is none or it cannot be loaded. */
export function Avatar({ user, className }: { user: User; className?: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  const shape = cx('size-8 shrink-0 rounded-pill', className);
  if (user.avatar_url && user.avatar_url !== broken) {
    return (
      <img
        src={user.avatar_url}
        alt=""
        referrerPolicy="no-referrer"
        className={cx(shape, 'object-cover')}
        onError={() => setBroken(user.avatar_url)}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={cx(shape, 'grid place-items-center bg-amber-tint font-semibold text-on-amber-tint')}
    >
      {initialOf(user)}
    </span>
  );
}

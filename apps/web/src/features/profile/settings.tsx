import type { User } from '@app/contracts';
import { LogOut } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../api/auth/session';
import { useAppDispatch } from '../../entities/app-state';
import { Button } from '../../shared/ui/actions/button';
import { Appearance } from './appearance';
import { DeleteAccount } from './deletion/delete-account';
import { ExportEverything } from './export-everything';
import { NameForm } from './name-form';
import { PageLanguage } from './page-language';
import { PreferencesForm } from './preferences-form';
import { SignOutEverywhere } from './sign-out-everywhere';

export function Settings({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const { t: tCommon } = useTranslation();
  return (
    <div className="grid max-w-2xl gap-12">
      <Group title={t('settings.account')}>
        <NameForm user={user} />
      </Group>
      <Group title={t('settings.mails')}>
        <PreferencesForm />
      </Group>
      <Group title={t('settings.pageLanguage')}>
        <PageLanguage />
      </Group>
      <Group title={tCommon('theme.label')}>
        <Appearance />
      </Group>
      <Group title={t('settings.session')}>
        <SignOut />
      </Group>
      <Group title={t('everywhere.title')}>
        <SignOutEverywhere />
      </Group>
      <Group title={t('settings.export')}>
        <ExportEverything />
      </Group>
      <Group title={t('settings.deletion')}>
        <DeleteAccount user={user} />
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

function SignOut() {
  const { t } = useTranslation('profile');
  const { t: tCommon } = useTranslation();
  const dispatch = useAppDispatch();
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">{t('settings.signOutText')}</p>
      <Button icon={<LogOut aria-hidden="true" className="size-4" />} onClick={() => void dispatch(signOut())}>
        {tCommon('nav.signOut')}
      </Button>
    </div>
  );
}

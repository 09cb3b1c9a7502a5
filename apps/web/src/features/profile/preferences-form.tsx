import { PREFERENCE_LANGUAGES, TIMEZONES, type Preferences } from '@app/contracts';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorProps, errorText } from '../../api/client/error-text';
import { usePreferencesQuery, useUpdatePreferencesMutation } from '../../api/endpoints/users';
import { formatList } from '../../shared/format/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { useOnline } from '../../shared/browser/use-online';
import { useUnsaved } from '../../shared/interaction/use-unsaved';
import { showToast } from '../../shared/toasts';
import { Button } from '../../shared/ui/actions/button';
import { ErrorState } from '../../shared/ui/feedback/error-state';
import { Select } from '../../shared/ui/forms/select';
import { Loading, Skeleton } from '../../shared/ui/feedback/skeleton';
import { Switch } from '../../shared/ui/forms/switch';

export function PreferencesForm() {
  const locale = useLocale();
  const { t } = useTranslation('profile');
  const { data, error, isLoading, isFetching, refetch } = usePreferencesQuery();
  if (error && !data) {
    return (
      <ErrorState
        title={t('settings.loadFailed')}
        {...errorProps(error, locale)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Loading active={isLoading} placeholder={<Skeleton className="h-80 w-full" />}>
      {data ? <Fields saved={data} /> : null}
    </Loading>
  );
}

const changes = (from: Partial<Preferences>, to: Partial<Preferences>): Partial<Preferences> =>
  Object.fromEntries(Object.entries(to).filter(([key, value]) => from[key as keyof Preferences] !== value));

function Fields({ saved }: { saved: Preferences }) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const [edited, setEdited] = useState<Partial<Preferences>>({});
  const draft = { ...saved, ...edited };
  const [update, { isLoading, error }] = useUpdatePreferencesMutation();
  const changed = changes(saved, draft);
  const dirty = Object.keys(changed).length > 0;
  useUnsaved(dirty);
  const set =
    <K extends keyof Preferences>(key: K) =>
    (value: Preferences[K]) =>
      setEdited((before) => ({ ...before, [key]: value }));
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    const names = (Object.keys(changed) as (keyof Preferences)[]).map((key) => t(`settings.${key}`));
    const { data } = await update(changed);
    if (!data) return;
    // Keeps what was changed during the request.
    setEdited((now) => changes(changed, now));
    const text = t('settings.savedFields', { fields: formatList(names, locale) });
    showToast({ kind: 'success', text, key: 'settings' });
  };
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-6">
      <div className="divide-y divide-line border-y border-line">
        <Switch
          label={t('settings.emailNotifications')}
          hint={t('settings.emailNotificationsHint')}
          checked={draft.emailNotifications}
          onChange={set('emailNotifications')}
        />
        <Switch
          label={t('settings.marketingEmails')}
          hint={t('settings.marketingEmailsHint')}
          checked={draft.marketingEmails}
          onChange={set('marketingEmails')}
        />
      </div>
      <div className="grid gap-6 sm:grid-cols-2">
        <Select
          label={t('settings.language')}
          hint={t('settings.languageHint')}
          value={draft.language}
          onChange={set('language')}
          options={PREFERENCE_LANGUAGES.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
        />
        <Select
          label={t('settings.timezone')}
          value={draft.timezone}
          onChange={set('timezone')}
          options={TIMEZONES.map((value) => ({ value, label: t(`settings.timezones.${value}`) }))}
        />
      </div>
      {error ? <ErrorState title={t('settings.saveFailed')} text={errorText(error, locale)} /> : null}
      <SaveRow dirty={dirty} busy={isLoading} />
    </form>
  );
}

/** Saves what was changed; says that something was, since nothing else on the page does. */
function SaveRow({ dirty, busy }: { dirty: boolean; busy: boolean }) {
  const { t } = useTranslation('profile');
  const online = useOnline();
  return (
    <div className="grid items-center gap-x-4 gap-y-2 sm:flex">
      <Button type="submit" variant="primary" className="min-h-11" busy={busy} disabled={!dirty || !online}>
        {t('settings.save')}
      </Button>
      <p role="status" className="text-sm text-ink-3">
        {dirty ? t(online ? 'settings.unsaved' : 'settings.offline') : null}
      </p>
    </div>
  );
}

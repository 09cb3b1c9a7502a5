import { API_KEY_SCOPES, type ApiKeyScope, type NewApiKey } from '@app/contracts';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateApiKeyMutation } from '../../../api/endpoints/api-keys';
import { Select } from '../../../shared/ui/forms/select';
import { Switch } from '../../../shared/ui/forms/switch';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { FormFoot } from '../form-foot';
import { KeyBudgetField, KeyNameField, budgetOf, isBudget } from './key-fields';

const LIFETIMES = ['never', '30', '90', '365'] as const;
type Lifetime = (typeof LIFETIMES)[number];
const DAY_MS = 86_400_000;

const expiryOf = (lifetime: Lifetime): string | null =>
  lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();

interface KeyFormProps {
  onClose: () => void;
  onCreated: (key: NewApiKey) => void;
}

export function KeyForm({ onClose, onCreated }: KeyFormProps) {
  const { t } = useTranslation('developers');
  const [create, { isLoading, error }] = useCreateApiKeyMutation();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(['generate', 'read']);
  const [budget, setBudget] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const isComplete = name.trim() !== '' && scopes.length > 0 && isBudget(budget);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isComplete || isLoading) return;
    const { data } = await create({
      name: name.trim(),
      scopes: [...scopes],
      daily_credits: budgetOf(budget),
      expires_at: expiryOf(lifetime),
    });
    if (data) onCreated(data);
  };
  return (
    <Dialog open onClose={onClose} busy={isLoading} title={t('keys.create')}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <KeyNameField value={name} onChange={setName} />
        <ScopeSwitches scopes={scopes} onChange={setScopes} />
        <div className="grid gap-4 sm:grid-cols-2">
          <KeyBudgetField value={budget} onChange={setBudget} />
          <Select
            label={t('keys.lifetime')}
            value={lifetime}
            options={LIFETIMES.map((value) => ({ value, label: t(`keys.lifetimes.${value}`) }))}
            onChange={setLifetime}
          />
        </div>
        <FormFoot submit={t('keys.create')} busy={isLoading} disabled={!isComplete} error={error} onClose={onClose} />
      </form>
    </Dialog>
  );
}

interface ScopeSwitchesProps {
  scopes: readonly ApiKeyScope[];
  onChange: (scopes: readonly ApiKeyScope[]) => void;
}

function ScopeSwitches({ scopes, onChange }: ScopeSwitchesProps) {
  const { t } = useTranslation('developers');
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{t('keys.scopes')}</legend>
      {API_KEY_SCOPES.map((scope) => (
        <Switch
          key={scope}
          label={t(`scopes.${scope}.name`)}
          hint={t(`scopes.${scope}.text`)}
          checked={scopes.includes(scope)}
          onChange={(on) => onChange(API_KEY_SCOPES.filter((each) => (each === scope ? on : scopes.includes(each))))}
        />
      ))}
    </fieldset>
  );
}

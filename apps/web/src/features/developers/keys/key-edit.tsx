import type { ApiKey } from '@app/contracts';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpdateApiKeyMutation } from '../../../api/endpoints/api-keys';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { FormFoot } from '../form-foot';
import { KeyBudgetField, KeyNameField, budgetOf, isBudget } from './key-fields';

interface KeyEditProps {
  apiKey: ApiKey;
  onClose: () => void;
}

/** Changes the name and the daily limit of a key, which goes on working. */
export function KeyEdit({ apiKey: { id, name: oldName, daily_credits: oldBudget }, onClose }: KeyEditProps) {
  const { t } = useTranslation('developers');
  const [update, { isLoading, error }] = useUpdateApiKeyMutation();
  const [name, setName] = useState(oldName);
  const [budget, setBudget] = useState(oldBudget === null ? '' : String(oldBudget));
  const isComplete = name.trim() !== '' && isBudget(budget);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isComplete || isLoading) return;
    const answer = await update({ id, name: name.trim(), daily_credits: budgetOf(budget) });
    if (!answer.error) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={isLoading}
      title={t('keys.editTitle', { name: oldName })}
      description={t('keys.editText')}
    >
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <KeyNameField value={name} onChange={setName} />
        <KeyBudgetField value={budget} onChange={setBudget} />
        <FormFoot submit={t('keys.save')} busy={isLoading} disabled={!isComplete} error={error} onClose={onClose} />
      </form>
    </Dialog>
  );
}

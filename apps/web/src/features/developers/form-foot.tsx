import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/actions/button';
import { FormError } from './form-error';

interface FormFootProps {
  submit: string;
  busy: boolean;
  disabled: boolean;
  error: unknown;
  onClose: () => void;
}

/** Why a form was refused, and the ways out of it. */
export function FormFoot({ submit, busy, disabled, error, onClose }: FormFootProps) {
  const { t } = useTranslation('developers');
  return (
    <>
      <FormError error={error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
          {submit}
        </Button>
      </div>
    </>
  );
}

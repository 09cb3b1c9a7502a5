import { errorText } from '../../api/client/error-text';
import { useLocale } from '../../shared/i18n/locale-context';

export function FormError({ error }: { error: unknown }) {
  const locale = useLocale();
  if (!error) return null;
  return (
    <p role="alert" className="text-sm text-danger-text">
      {errorText(error, locale)}
    </p>
  );
}

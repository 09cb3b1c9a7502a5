import { useNavigate } from 'react-router-dom';
import { useAddress } from '../../shared/i18n/locale-context';
import { prefillGenerateForm } from './prefill-generate-form';

export function useOpenInGenerator(): (...draft: Parameters<typeof prefillGenerateForm>) => void {
  const navigate = useNavigate();
  const to = useAddress();
  return (...draft) => void navigate(to('generate', { query: prefillGenerateForm(...draft) }));
}

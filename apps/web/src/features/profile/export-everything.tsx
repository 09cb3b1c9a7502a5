import type { ExportFormat } from '@app/contracts';
import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../api/client/error-text';
import { useExportEverythingMutation } from '../../api/endpoints/image-sharing';
import { joinSentences } from '../../shared/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { saveAddress } from '../../shared/save-file';
import { showToast } from '../../shared/toasts';
import { Button } from '../../shared/ui/actions/button';

/** The originals with what they were made from, or the list of them alone. */
const FORMATS = ['zip', 'json', 'csv'] as const satisfies readonly ExportFormat[];

export function ExportEverything() {
  const { t } = useTranslation('profile');
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">{t('export.text')}</p>
      <div className="flex flex-wrap gap-3">
        {FORMATS.map((format) => (
          <ExportButton key={format} format={format} />
        ))}
      </div>
    </div>
  );
}

function ExportButton({ format }: { format: ExportFormat }) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const [ask, { isLoading }] = useExportEverythingMutation();
  const run = async () => {
    const { data, error } = await ask(format);
    if (data) saveAddress(data.url);
    else showToast({ kind: 'error', text: joinSentences([t('export.failed'), errorText(error, locale)], locale) });
  };
  return (
    <Button
      variant={format === 'zip' ? 'quiet' : 'ghost'}
      busy={isLoading}
      onClick={() => void run()}
      icon={<FileDown aria-hidden="true" className="size-4" />}
    >
      {t(`export.formats.${format}`)}
    </Button>
  );
}

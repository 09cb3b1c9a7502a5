import type { ExportFormat, ExportPart } from '@app/contracts';
import { FileDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../api/client/error-text';
import { handOver } from '../../api/downloads/hand-over';
import { useExportEverythingMutation } from '../../api/endpoints/image-sharing';
import { formatFrameNumber, joinSentences } from '../../shared/format/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { showToast } from '../../shared/toasts';
import { Button } from '../../shared/ui/actions/button';

/** The originals with what they were made from, or the list of them alone. */
const FORMATS = ['zip', 'json', 'csv'] as const satisfies readonly ExportFormat[];

export function ExportEverything() {
  const { t } = useTranslation('profile');
  const [parts, setParts] = useState<readonly ExportPart[]>([]);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">{t('export.text')}</p>
      <div className="flex flex-wrap gap-3">
        {FORMATS.map((format) => (
          <ExportButton key={format} wanted={{ format }} onParts={setParts}>
            {t(`export.formats.${format}`)}
          </ExportButton>
        ))}
      </div>
      <p role="status" className="text-ink-2 empty:hidden">
        {parts.length > 0 ? t('export.split', { total: parts.length }) : null}
      </p>
      <ol className="grid gap-2 empty:hidden">
        {parts.map(({ before, newest, oldest }, index) => (
          <li key={before}>
            <ExportButton wanted={{ format: 'zip', before }} onParts={setParts}>
              {t('export.part', {
                number: index + 1,
                total: parts.length,
                newest: formatFrameNumber(newest),
                oldest: formatFrameNumber(oldest),
              })}
            </ExportButton>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface ExportButtonProps {
  wanted: { format: ExportFormat; before?: number };
  /** It takes several archives: nothing is downloaded until one of them is chosen. */
  onParts: (parts: readonly ExportPart[]) => void;
  children: ReactNode;
}

function ExportButton({ wanted, onParts, children }: ExportButtonProps) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const [ask] = useExportEverythingMutation();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { url, parts } = await ask(wanted).unwrap();
      if (parts) onParts(parts);
      else await handOver(url);
    } catch (error) {
      const reason = errorText(error, locale);
      showToast({ kind: 'error', text: joinSentences([t('export.failed'), reason], locale) });
    }
    setBusy(false);
  };
  return (
    <Button
      variant={wanted.format === 'zip' ? 'quiet' : 'ghost'}
      busy={isBusy}
      onClick={() => void run()}
      icon={<FileDown aria-hidden="true" className="size-4" />}
    >
      {children}
    </Button>
  );
}

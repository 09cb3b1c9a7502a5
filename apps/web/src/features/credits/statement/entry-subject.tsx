import type { StatementLine } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../shared/format/format';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useLocale } from '../../../shared/i18n/locale-context';
import { InvoiceButton } from './invoice-button';

export function EntrySubject({ line: { kind, credits, amount, grant } }: { line: StatementLine }) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  const moved = formatCredits(amount, locale);
  return (
    <div className="grid min-w-0">
      <span className="font-semibold">
        {kind === 'grant' && grant ? t(`grants.${grant.kind}`) : t(`kinds.${kind}`)}
      </span>
      {kind === 'charge' ? <span className="text-sm text-ink-2">{t('charged', { credits: moved })}</span> : null}
      {kind === 'clawback' && amount !== Math.abs(credits) ? (
        <span className="text-sm text-ink-2">{t('owed', { credits: moved })}</span>
      ) : null}
      {grant ? <Grant grant={grant} isReceived={kind === 'grant'} /> : null}
      {grant?.invoice ? <InvoiceButton invoice={grant.invoice} /> : null}
    </div>
  );
}

interface GrantProps {
  grant: NonNullable<StatementLine['grant']>;
  isReceived: boolean;
}

function Grant({ grant: { kind, expiresAt }, isReceived }: GrantProps) {
  const { t } = useTranslation('statement');
  const formatDate = useFormatDate();
  const until = expiresAt === null ? t('validForever') : t('validUntil', { date: formatDate(expiresAt) });
  return (
    <span className="text-sm text-ink-2">
      {isReceived ? t('kinds.grant') : t(`grants.${kind}`)} · {until}
    </span>
  );
}

import { SHARE_DAYS, type ErrorCode } from '@app/contracts';
import { Unlink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/client/api-error';
import { errorText } from '../../api/client/error-text';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { ButtonLink } from '../../shared/ui/actions/button';
import { FailedPage } from '../../shared/ui/feedback/failed-page';
import { StatusPage } from '../../shared/ui/feedback/status-page';

interface SharedMissingProps {
  failure: ApiError;
  retrying: boolean;
  onRetry: () => void;
}

/** Reasons that no retry mends. */
const FINAL = {
  VALIDATION_FAILED: 'invalid',
  NOT_FOUND: 'notFound',
  SHARE_EXPIRED: 'expired',
  FILE_LOST: 'lost',
} as const satisfies Partial<Record<ErrorCode, string>>;

type FinalCode = keyof typeof FINAL;
const isFinalCode = (code: string): code is FinalCode => code in FINAL;

/** True where the link itself is at fault, not the connection. */
export const isLinkOver = ({ code }: ApiError): boolean => isFinalCode(code);

/** Why there is no image: the link is wrong, its time is over, or it could not be loaded now. */
export function SharedMissing({ failure, retrying, onRetry }: SharedMissingProps) {
  const { t } = useTranslation('sharing');
  const locale = useLocale();
  if (!isFinalCode(failure.code)) {
    return (
      <FailedPage
        title={t('loadFailed')}
        text={errorText(failure, locale)}
        requestId={failure.requestId}
        retrying={retrying}
        onRetry={onRetry}
      />
    );
  }
  return <LinkOver kind={FINAL[failure.code]} />;
}

export function LinkOver({ kind }: { kind: (typeof FINAL)[FinalCode] }) {
  const { t } = useTranslation('sharing');
  const to = useAddress();
  return (
    <StatusPage icon={Unlink} title={t(`${kind}.title`)} text={t(`${kind}.text`, { days: SHARE_DAYS })}>
      <ButtonLink variant="primary" to={to('home')}>
        {t('makeYourOwn')}
      </ButtonLink>
    </StatusPage>
  );
}

import { RotateCcw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../actions/button';
import { CopyButton } from '../actions/copy-button';
import { StatusPage } from './status-page';

interface FailedPageProps {
  title: string;
  text: string;
  /** Names the request in our logs; people can copy it for support. */
  requestId: string | null;
  retrying: boolean;
  onRetry: () => void;
}

/** A page whose data could not be loaded. */
export function FailedPage({ title, text, requestId, retrying, onRetry }: FailedPageProps) {
  const { t } = useTranslation();
  return (
    <StatusPage icon={TriangleAlert} tone="danger" title={title} text={text}>
      <Button
        variant="primary"
        busy={retrying}
        icon={<RotateCcw aria-hidden="true" className="size-4" />}
        onClick={onRetry}
      >
        {t('actions.retry')}
      </Button>
      {requestId ? <CopyButton text={requestId} label={t('actions.copyRequestId')} /> : null}
    </StatusPage>
  );
}

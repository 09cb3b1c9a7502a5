import { SIZE_PIXELS, type Size } from '@app/contracts';
import { useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../../api/client/api-error';
import { errorText } from '../../../../api/client/error-text';
import { joinSentences } from '../../../../shared/format/format';
import { useFocusFallback } from '../../../../shared/interaction/use-focus-fallback';
import { useLocale } from '../../../../shared/i18n/locale-context';
import { ErrorState } from '../../../../shared/ui/feedback/error-state';
import { PreviewFrame } from '../../../../shared/ui/images/preview-frame';

interface UnknownPreviewProps {
  failure: unknown;
  size: Size;
  retry: () => void;
  isRetrying: boolean;
  /** Gets the focus when the button goes with what has been loaded. */
  panel: RefObject<HTMLElement | null>;
}

/** A generation that could not be looked up: neither how far it is nor whether it has ended is known. */
export function UnknownPreview({ failure, size, retry, isRetrying, panel }: UnknownPreviewProps) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box, panel);
  return (
    <PreviewFrame state="failed" label={t('result.label')} {...SIZE_PIXELS[size]}>
      <div ref={box} className="max-w-md p-4 sm:p-6">
        <ErrorState
          inCard
          title={t('result.notLoaded')}
          text={joinSentences([t('result.notLoadedText'), errorText(failure, locale)], locale)}
          onRetry={retry}
          retrying={isRetrying}
          requestId={isApiError(failure) ? failure.requestId : null}
        />
      </div>
    </PreviewFrame>
  );
}

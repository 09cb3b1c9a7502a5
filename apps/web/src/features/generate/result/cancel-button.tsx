import type { Generation } from '@app/contracts';
import { X } from 'lucide-react';
import { useId, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../../entities/app-state';
import { isWaiting } from '../../../entities/generation/generation-status';
import { useCancelGeneration } from '../../../entities/generation/use-cancel-generation';
import { formatCredits } from '../../../shared/format/format';
import { useFocusFallback } from '../../../shared/interaction/use-focus-fallback';
import { useLocale } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { IconButton } from '../../../shared/ui/actions/icon-button';

interface CancelProps {
  generation: Generation;
  /** Gets the focus when the button goes. */
  focusFallback: RefObject<HTMLElement | null>;
}

/** Progress may arrive before the status says that work has begun. */
function useIsCancellable(generation: Generation): boolean {
  const hasProgress = useAppSelector(({ generationJobs }) =>
    generation.generated_images.some(({ id }) => generationJobs.progress[id]),
  );
  return isWaiting(generation) && !hasProgress;
}

export function CancelButton(props: CancelProps) {
  return useIsCancellable(props.generation) ? <WideButton {...props} /> : null;
}

function WideButton({ generation, focusFallback }: CancelProps) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const note = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { isCancelling, cancel } = useCancelGeneration(generation.id);
  useFocusFallback(button, focusFallback);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        ref={button}
        busy={isCancelling}
        aria-describedby={note}
        onClick={() => void cancel()}
        icon={<X aria-hidden="true" className="size-4" />}
      >
        {t('cancel.action')}
      </Button>
      <p id={note} className="tabular text-sm text-ink-2">
        {t('cancel.before', { credits: formatCredits(generation.credits_held, locale) })}
      </p>
    </div>
  );
}

/** The same for the strip. `shown`: the preview shows this generation and tells how it ended. */
export function CancelIcon({ shown, ...props }: CancelProps & { shown: boolean }) {
  return useIsCancellable(props.generation) ? <SmallButton {...props} shown={shown} /> : null;
}

function SmallButton({ generation, focusFallback, shown }: CancelProps & { shown: boolean }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const button = useRef<HTMLButtonElement>(null);
  const { isCancelling, cancel } = useCancelGeneration(generation.id);
  useFocusFallback(button, focusFallback);
  const credits = formatCredits(generation.credits_held, locale);
  const run = async () => {
    const isDone = await cancel();
    if (isDone && !shown) showToast({ kind: 'success', text: t('cancel.announce', { credits }) });
  };
  return (
    <IconButton
      ref={button}
      aria-busy={isCancelling || undefined}
      aria-disabled={isCancelling || undefined}
      label={t('cancel.label', { prompt: generation.prompt, credits })}
      icon={<X aria-hidden="true" />}
      onClick={isCancelling ? undefined : () => void run()}
    />
  );
}

import type { Generation } from '@app/contracts';
import { Undo2 } from 'lucide-react';
import { useId, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/button';
import { IconButton } from '../../../shared/ui/icon-button';
import { useFocusHeir } from '../work/use-focus-heir';
import { useTakeBack } from '../work/use-take-back';

interface TakeBackProps {
  generation: Generation;
  /** Gets the focus when the button goes. */
  heir: RefObject<HTMLElement | null>;
}

/** While the generation waits: the way back, and what that means for its credits, before the click. */
export function TakeBackButton(props: TakeBackProps) {
  const takeBack = useTakeBack(props.generation);
  return takeBack.possible ? <WideButton {...props} takeBack={takeBack} /> : null;
}

type ShownProps = TakeBackProps & { takeBack: ReturnType<typeof useTakeBack> };

function WideButton({ generation, heir, takeBack }: ShownProps) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const note = useId();
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeir(button, heir);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        ref={button}
        busy={takeBack.busy}
        aria-describedby={note}
        onClick={() => void takeBack.run()}
        icon={<Undo2 aria-hidden="true" className="size-4" />}
      >
        {t('takeBack.action')}
      </Button>
      <p id={note} className="tabular text-sm text-ink-2">
        {t('takeBack.before', { credits: formatCredits(generation.credits_held, locale) })}
      </p>
    </div>
  );
}

/** The same for the strip. `shown`: the tray shows this generation and tells how it ended. */
export function TakeBackIcon({ shown, ...props }: TakeBackProps & { shown: boolean }) {
  const takeBack = useTakeBack(props.generation);
  return takeBack.possible ? <SmallButton {...props} shown={shown} takeBack={takeBack} /> : null;
}

function SmallButton({ generation, heir, takeBack, shown }: ShownProps & { shown: boolean }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeir(button, heir);
  const credits = formatCredits(generation.credits_held, locale);
  const run = async () => {
    const taken = await takeBack.run();
    if (taken && !shown) showToast({ kind: 'success', text: t('takeBack.announce', { credits }) });
  };
  return (
    <IconButton
      ref={button}
      aria-busy={takeBack.busy || undefined}
      aria-disabled={takeBack.busy || undefined}
      label={t('takeBack.label', { prompt: generation.prompt, credits })}
      icon={<Undo2 aria-hidden="true" />}
      onClick={takeBack.busy ? undefined : () => void run()}
    />
  );
}

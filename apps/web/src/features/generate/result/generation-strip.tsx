import { isFinished, type Generation } from '@app/contracts';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isCancelled } from '../../../entities/generation/generation-status';
import { usePollGeneration } from '../../../entities/generation/use-poll-generation';
import { cx } from '../../../shared/cx';
import { Spinner } from '../../../shared/ui/feedback/spinner';
import { fadeEnds } from '../../../shared/ui/navigation/fade-ends';
import { ShortDeadline } from '../../../entities/generation/deadline';
import { useShownGeneration } from '../generations/use-shown-generation';
import { FailedFace, StripFace } from './strip-face';
import { CancelIcon } from './cancel-button';
import { Button } from '../../../shared/ui/actions/button';

interface GenerationStripProps {
  ids: readonly string[];
  selected: string | null;
  onSelect: (id: string) => void;
  /** A generation does not exist any more. */
  onGone: (id: string) => void;
}

/** What was asked for in this visit, running or done; choosing one puts it into the preview. */
export function GenerationStrip({ ids, selected, onSelect, onGone }: GenerationStripProps) {
  const { t } = useTranslation('generate');
  const heading = useId();
  if (ids.length < 2) return null;
  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <h2 id={heading} className="text-sm font-semibold text-ink-2">
        {t('result.runs')}
      </h2>
      <ul ref={fadeEnds} className="flex gap-2 overflow-x-auto p-1">
        {ids.map((id) => (
          <li key={id} className="grid content-start justify-items-center gap-1">
            <Run id={id} selected={id === selected} onSelect={() => onSelect(id)} onGone={onGone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RunProps {
  id: string;
  selected: boolean;
  onSelect: () => void;
  onGone: (id: string) => void;
}

function Run({ id, selected, onSelect, onGone }: RunProps) {
  const { t } = useTranslation(['generate', 'common']);
  const { generation, failure } = useShownGeneration(id, onGone);
  const button = useRef<HTMLButtonElement>(null);
  const images = generation?.generated_images ?? [];
  const image = images.find(({ status }) => status === 'completed') ?? images[0];
  const status =
    generation && t(isCancelled(generation) ? 'generate:cancel.status' : `generate:status.${generation.status}`);
  const unknown = t(failure ? 'generate:result.notLoaded' : 'common:state.loading');
  return (
    <>
      <Button
        variant="plain"
        ref={button}
        aria-pressed={selected}
        aria-label={generation ? t('generate:result.runLabel', { status, prompt: generation.prompt }) : unknown}
        onClick={onSelect}
        className={cx(
          'grid size-18 shrink-0 place-items-center overflow-hidden rounded-image border-2 bg-surround text-ink-3',
          // The outline is for the focus.
          selected ? 'border-amber-text' : 'border-transparent',
        )}
      >
        {image ? <StripFace image={image} /> : failure ? <FailedFace /> : <Spinner />}
      </Button>
      {generation && !isFinished(generation) ? <Promised generation={generation} /> : null}
      {generation ? <CancelIcon generation={generation} focusFallback={button} shown={selected} /> : null}
    </>
  );
}

function Promised({ generation: { id, queue, deadline } }: { generation: Generation }) {
  usePollGeneration(id);
  const { t } = useTranslation('work');
  const position = queue?.position ?? 0;
  return (
    <span className="tabular mt-1 grid justify-items-center text-xs text-ink-2">
      {position > 0 ? <span>{t('line.placeShort', { position })}</span> : null}
      <span>
        <ShortDeadline deadline={deadline} />
      </span>
    </span>
  );
}

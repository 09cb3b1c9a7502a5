import { useTranslation } from 'react-i18next';
import { useGenerationQuery } from '../../../api/images-api';
import { cx } from '../../../shared/cx';
import { Spinner } from '../../../shared/ui/spinner';
import { CircleAlert } from 'lucide-react';

interface RunStripProps {
  ids: readonly string[];
  selected: string | null;
  onSelect: (id: string) => void;
}

/** What was asked for in this visit, running or done; choosing one puts it into the tray. */
export function RunStrip({ ids, selected, onSelect }: RunStripProps) {
  const { t } = useTranslation('generate');
  if (ids.length < 2) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-semibold text-ink-2">{t('result.runs')}</h2>
      <ul className="flex gap-2 overflow-x-auto p-1">
        {ids.map((id) => (
          <li key={id}>
            <Run id={id} selected={id === selected} onSelect={() => onSelect(id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Run({ id, selected, onSelect }: { id: string; selected: boolean; onSelect: () => void }) {
  const { t } = useTranslation('generate');
  const { data: generation } = useGenerationQuery(id);
  const picture = generation?.generated_images.find(({ status }) => status === 'completed');
  return (
    <button
      type="button"
      aria-pressed={selected}
      aria-label={
        generation
          ? t('result.runLabel', { status: t(`status.${generation.status}`), prompt: generation.prompt })
          : t('result.pending')
      }
      onClick={onSelect}
      className={cx(
        'grid size-18 shrink-0 place-items-center overflow-hidden rounded-picture bg-surround text-ink-3',
        selected && 'outline-2 outline-offset-2 outline-amber-text',
      )}
    >
      {picture ? (
        <img src={picture.thumbnails[0]?.url ?? picture.url ?? ''} alt="" className="size-full object-contain" />
      ) : generation?.status === 'failed' ? (
        <CircleAlert aria-hidden="true" className="size-5 text-danger-text" />
      ) : (
        <Spinner />
      )}
    </button>
  );
}

import { isFinished } from '@app/contracts';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useGenerationQuery } from '../../../api/endpoints/generations';
import { useAppSelector } from '../../../entities/app-state';
import { ShortDeadline } from '../../../entities/generation/deadline';
import { Comma } from '../../../shared/ui/comma';
import { Badge } from '../../../shared/ui/feedback/badge';
import { Button } from '../../../shared/ui/actions/button';
import { isOfThisTab } from './use-recent-generations';

interface RunningListProps {
  selected: string | null;
  onOpen: (id: string) => void;
}

/** What runs now, wherever it was asked for; nothing while the only one is shown anyway. */
export function RunningList({ selected, onOpen }: RunningListProps) {
  const { t } = useTranslation('generate');
  const heading = useId();
  const open = useAppSelector(({ generationJobs }) => generationJobs.open);
  if (open.every((id) => id === selected)) return null;
  return (
    <section aria-labelledby={heading} className="grid">
      <h2 id={heading} className="border-b border-line pb-2 text-sm font-semibold">
        {t('running.title', { count: open.length })}
      </h2>
      <ul>
        {open.map((id) => (
          <RunningRow key={id} id={id} isOwn={isOfThisTab(id)} isShown={id === selected} onOpen={() => onOpen(id)} />
        ))}
      </ul>
    </section>
  );
}

interface RunningRowProps {
  id: string;
  isOwn: boolean;
  isShown: boolean;
  onOpen: () => void;
}

function RunningRow({ id, isOwn, isShown, onOpen }: RunningRowProps) {
  const { t } = useTranslation(['generate', 'work']);
  const { currentData: generation } = useGenerationQuery(id);
  if (!generation || isFinished(generation)) return null;
  const position = generation.queue?.position ?? 0;
  return (
    <li className="border-b border-line">
      <Button
        variant="plain"
        aria-current={isShown || undefined}
        onClick={onOpen}
        className="flex min-h-14 w-full items-center gap-3 rounded-control text-start hover:bg-hover"
      >
        <span className="grid min-w-0 flex-1">
          <span className="truncate text-sm font-medium">
            {generation.prompt}
            <Comma />
          </span>
          <span className="tabular flex gap-x-1.5 text-xs text-ink-3">
            {isOwn ? null : <span>{t('generate:running.elsewhere')} ·</span>}
            <span>
              {position > 0 ? t('work:line.placeShort', { position }) : t(`generate:status.${generation.status}`)} ·
            </span>
            <ShortDeadline deadline={generation.deadline} />
            {isShown ? <Comma /> : null}
          </span>
        </span>
        {isShown ? (
          <Badge tone="amber">{t('generate:running.shown')}</Badge>
        ) : (
          <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        )}
      </Button>
    </li>
  );
}

import { EXPORTED_AT_ONCE } from '@app/contracts';
import { CheckCheck, FolderDown, Heart, HeartOff, Trash2 } from 'lucide-react';
import { useId, type ComponentProps, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../api/auth/use-session';
import { cx } from '../../../shared/cx';
import { useOnline } from '../../../shared/browser/use-online';
import { Button } from '../../../shared/ui/actions/button';
import { isDeletable } from '../../../entities/image/image-status';
import { focusBeside } from '../grid/card-places';
import { startArchive } from './archive-job';
import { isUnderWay, useOwnArchive } from './archive-store';
import { useMarking } from './use-marking';
import type { Selection } from './use-selection';

interface SelectionActionsProps {
  selection: Selection;
  removeButton: RefObject<HTMLButtonElement | null>;
  onRemove: () => void;
}

/** A row of buttons; on a phone each has its words below its sign. */
export function SelectionActions({ selection, removeButton, onRemove }: SelectionActionsProps) {
  const { t } = useTranslation('gallery');
  const online = useOnline();
  return (
    <div className="grid grid-cols-4 gap-1 sm:flex sm:flex-wrap sm:gap-2">
      <Action icon={<CheckCheck />} onClick={selection.toggleShown}>
        {selection.allShown ? t('selection.shownOff') : t('selection.shown')}
      </Action>
      <MarkAction selection={selection} online={online} />
      <ArchiveAction selection={selection} online={online} />
      <Action
        ref={removeButton}
        icon={<Trash2 />}
        disabled={!selection.chosen.some(isDeletable) || !online}
        title={online ? undefined : t('removal.offline')}
        onClick={onRemove}
        className="text-danger-text enabled:hover:text-danger-text"
      >
        {t('removal.action')}
      </Action>
    </div>
  );
}

type ActionProps = Omit<ComponentProps<typeof Button>, 'variant' | 'size'>;

function Action({ icon, className, children, ...rest }: ActionProps) {
  return (
    <Button
      {...rest}
      variant="plain"
      icon={<span aria-hidden="true">{icon}</span>}
      className={cx(
        'grid min-h-14 content-start justify-items-center gap-1 rounded-control px-1 pt-2 pb-1 text-xs font-semibold text-ink-2',
        'transition-colors duration-120 enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-45',
        'sm:flex sm:min-h-10 sm:items-center sm:gap-2 sm:px-3 sm:py-0 sm:text-sm [&_svg]:size-5 sm:[&_svg]:size-4',
        className,
      )}
    >
      {children}
    </Button>
  );
}

interface PartProps {
  selection: Selection;
  online: boolean;
}

function MarkAction({ selection, online }: PartProps) {
  const { t } = useTranslation('gallery');
  const { mark, marking } = useMarking();
  const delivered = selection.chosen.filter(({ status }) => status === 'completed');
  const favorite = delivered.length > 0 ? delivered.some(({ is_favorited: marked }) => !marked) : !selection.leaves;
  const run = async () => {
    const ids = delivered.filter(({ is_favorited: marked }) => marked !== favorite).map(({ id }) => id);
    if (selection.leaves && !favorite) focusBeside(ids);
    const { done, missing } = await mark(ids, favorite);
    selection.dropDeleted(missing);
    // What has left the list of favorites is selected no longer.
    if (selection.leaves && !favorite) selection.drop(done);
  };
  return (
    <Action
      icon={favorite ? <Heart /> : <HeartOff />}
      busy={marking}
      disabled={delivered.length === 0 || !online}
      title={online ? undefined : t('removal.offline')}
      onClick={() => void run()}
    >
      {favorite ? t('selection.favorite') : t('selection.unfavorite')}
    </Action>
  );
}

function ArchiveAction({ selection, online }: PartProps) {
  const { t } = useTranslation('gallery');
  const owner = useUser()?.id;
  const job = useOwnArchive();
  const hint = useId();
  const ids = selection.chosen.filter(({ status }) => status === 'completed').map(({ id }) => id);
  const tooMany = ids.length > EXPORTED_AT_ONCE;
  return (
    <>
      <Action
        icon={<FolderDown />}
        busy={isUnderWay(job)}
        disabled={ids.length === 0 || !online || tooMany || owner === undefined}
        title={online ? undefined : t('removal.offline')}
        aria-describedby={tooMany ? hint : undefined}
        onClick={() => owner !== undefined && void startArchive({ owner, ids })}
      >
        {t('selection.zip')}
      </Action>
      {tooMany ? (
        <p id={hint} role="status" className="order-last col-span-full basis-full px-1 text-sm text-danger-text">
          {t('selection.tooMany', { max: EXPORTED_AT_ONCE })}
        </p>
      ) : null}
    </>
  );
}

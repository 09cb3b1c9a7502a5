import type { GalleryItem } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCancelled } from '../../../entities/generation/generation-status';
import { isLost } from '../../../entities/image/image-status';
import { formatFrameNumber } from '../../../shared/format/format';
import { Comma } from '../../../shared/ui/comma';

const STATES = { pending: 'waitingBadge', processing: 'pendingBadge', failed: 'failedBadge', completed: null } as const;

function stateOf(item: GalleryItem) {
  if (isLost(item)) return 'lost.badge' as const;
  return isCancelled(item) ? ('cancelledBadge' as const) : STATES[item.status];
}

/** Tells which image was turned to, for the focus stays where it is. The first one is told by the dialog. */
export function TurnedStatus({ item }: { item: GalleryItem | null }) {
  const { t } = useTranslation('gallery');
  const [first, setFirst] = useState(item?.id ?? null);
  const [hasTurned, setTurned] = useState(false);
  if (item && first === null) setFirst(item.id);
  if (item && first !== null && first !== item.id && !hasTurned) setTurned(true);
  const state = item && stateOf(item);
  return (
    <span role="status" className="sr-only">
      {item && hasTurned ? (
        <>
          {t('lineage.open', { frame: formatFrameNumber(item.frame_number), prompt: item.prompt })}
          {state ? (
            <>
              <Comma />
              {t(state)}
            </>
          ) : null}
        </>
      ) : null}
    </span>
  );
}

import type { GalleryItem } from '@app/contracts';
import { ChevronRight, Plus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../../shared/browser/use-online';
import { Button } from '../../../../shared/ui/actions/button';
import { Skeleton } from '../../../../shared/ui/feedback/skeleton';
import { useGalleryActions } from '../../grid/gallery-actions';
import type { OpenedImage } from '../use-opened-image';
import type { ShownLineage } from './use-lineage';
import { HEIGHT, Version } from './version';

/** By so much the image above is lower; a scroll bar may need a little more. */
export const STRIP_HEIGHT = '10rem';

interface LineageStripProps {
  lineage: ShownLineage;
  item: GalleryItem;
  opened: OpenedImage;
}

/** What an image goes back to and what was made from it. */
export function LineageStrip({ lineage: { versions, ancestors }, item, opened }: LineageStripProps) {
  const { t } = useTranslation('gallery');
  const heading = useId();
  const { list, isPressed } = useCurrentInView(item.id, versions);
  const at = versions.findIndex(({ id }) => id === item.id);
  return (
    <section
      aria-labelledby={heading}
      className="grid min-w-0 content-start gap-1 border-t border-line bg-bg px-4 pt-3"
      style={{ minHeight: STRIP_HEIGHT }}
    >
      <h3 id={heading} className="text-sm font-semibold">
        {t('lineage.title')}{' '}
        {versions.length > 0 ? (
          <span className="font-normal text-ink-3">{t('lineage.count', { count: versions.length })}</span>
        ) : null}
      </h3>
      {versions.length === 0 ? <Skeleton className="h-14 w-full" /> : null}
      <ol ref={list} className="relative flex gap-2 overflow-x-auto p-1">
        {versions.map((version, index) => (
          <li key={version.id} className="flex gap-2">
            {index > 0 && index <= ancestors + 1 ? <Arrow /> : null}
            <Version
              image={version}
              current={item}
              isEarlier={index < at}
              onOpen={() => {
                isPressed.current = true;
                opened.show({ id: version.id, page: opened.page, item: version });
              }}
            />
          </li>
        ))}
        {versions.length > 0 ? <RemixFromHere item={item} /> : null}
      </ol>
    </section>
  );
}

function Arrow() {
  return (
    <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" style={{ marginTop: (HEIGHT - 16) / 2 }} />
  );
}

function RemixFromHere({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('gallery');
  const actions = useGalleryActions();
  const online = useOnline();
  return (
    <li>
      <Button
        variant="plain"
        disabled={!online}
        onClick={() => actions.openInGenerator(item, 'remix')}
        icon={<Plus aria-hidden="true" className="size-4" />}
        style={{ height: HEIGHT }}
        className="grid place-items-center content-center gap-1 rounded-image px-4 border border-dashed border-field text-xs text-ink-2 hover:text-ink"
      >
        {t('lineage.remix')}
      </Button>
    </li>
  );
}

/** Scrolls the image that is shown into the strip. After a press in it, the focus stays there whatever the new order. */
function useCurrentInView(id: string, versions: readonly GalleryItem[]) {
  const list = useRef<HTMLOListElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    const at = versions.findIndex((version) => version.id === id);
    const current = list.current?.children[at]?.querySelector('button');
    if (!list.current || !current) return;
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2;
    const isFocusLost = document.activeElement?.contains(list.current) ?? true;
    if (isPressed.current && isFocusLost) current.focus({ preventScroll: true });
  }, [id, versions]);
  return { list, isPressed };
}

import { useTranslation } from 'react-i18next';
import { errorText } from '../../../api/client/error-text';
import { useSetFavoritesMutation, type FavoriteOutcome } from '../../../api/endpoints/favorites';
import { analytics } from '../../../shared/analytics/analytics';
import { joinSentences } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { randomId } from '../../../shared/browser/random-id';
import { showToast, UNDO_MS } from '../../../shared/toasts';
import { useGalleryActions } from '../grid/gallery-actions';

type Marked = Pick<FavoriteOutcome, 'done' | 'missing' | 'places'>;

/** Adds many images to the favorites or takes them out, which can be undone; says how it went. */
export function useMarking(): {
  marking: boolean;
  mark: (ids: readonly string[], favorite: boolean) => Promise<Marked>;
} {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const { favoritesChanged, imagesGone } = useGalleryActions();
  const [setFavorites, { isLoading }] = useSetFavoritesMutation();

  const attempt = async (
    ids: readonly string[],
    favorite: boolean,
    former?: FavoriteOutcome['places'],
  ): Promise<Marked> => {
    const { data } = await setFavorites({ ids, favorite, ...(former && { places: former }) });
    const { done = [], missing = [], places = {}, error = null } = data ?? {};
    const refused = ids.length - done.length - missing.length;
    if (missing.length > 0) showToast({ kind: 'info', text: t('selection.missing', { count: missing.length }) });
    if (error && refused > 0) {
      const text = t('selection.markFailed', { count: refused });
      showToast({ kind: 'error', text: joinSentences([text, errorText(error, locale)], locale) });
    }
    favoritesChanged(done, favorite);
    imagesGone(missing);
    return { done, missing, places };
  };
  const mark = async (ids: readonly string[], favorite: boolean): Promise<Marked> => {
    const marked = await attempt(ids, favorite);
    const { done, places } = marked;
    if (done.length === 0) return marked;
    analytics.event('favorite_image', { action: favorite ? 'add' : 'remove' });
    showToast({
      kind: 'success',
      text: t(favorite ? 'selection.marked' : 'selection.unmarked', { count: done.length }),
      key: randomId(),
      action: { label: t('removal.undo'), run: () => void attempt(done, !favorite, favorite ? undefined : places) },
      duration: UNDO_MS,
    });
    return marked;
  };
  return { marking: isLoading, mark };
}

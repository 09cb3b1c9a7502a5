import { useTranslation } from 'react-i18next';
import { errorText } from '../../../api/client/error-text';
import { useSetFavoritesMutation } from '../../../api/endpoints/images';
import { analytics } from '../../../shared/analytics/analytics';
import { joinSentences } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { randomId } from '../../../shared/random-id';
import { showToast } from '../../../shared/toasts';
import { useGalleryActions } from '../grid/gallery-actions';

const UNDO_MS = 10_000;

/** Adds many images to the favorites or takes them out, which can be undone; says how it went. */
export function useMarking(): {
  marking: boolean;
  mark: (ids: readonly string[], favorite: boolean) => Promise<string[]>;
} {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const { favoritesChanged } = useGalleryActions();
  const [setFavorites, { isLoading }] = useSetFavoritesMutation();

  const attempt = async (ids: readonly string[], favorite: boolean): Promise<string[]> => {
    const { data } = await setFavorites({ ids, favorite });
    const { done = [], error = null } = data ?? {};
    if (error) {
      const text = t('selection.markFailed', { count: ids.length - done.length });
      showToast({ kind: 'error', text: joinSentences([text, errorText(error, locale)], locale) });
    }
    favoritesChanged(done, favorite);
    return done;
  };
  const mark = async (ids: readonly string[], favorite: boolean): Promise<string[]> => {
    const done = await attempt(ids, favorite);
    if (done.length === 0) return done;
    analytics.event('favorite_image', { action: favorite ? 'add' : 'remove' });
    showToast({
      kind: 'success',
      text: t(favorite ? 'selection.marked' : 'selection.unmarked', { count: done.length }),
      key: randomId(),
      action: { label: t('removal.undo'), run: () => void attempt(done, !favorite) },
      duration: UNDO_MS,
    });
    return done;
  };
  return { marking: isLoading, mark };
}

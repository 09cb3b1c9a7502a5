import { useTranslation } from 'react-i18next';
import { showErrorToast } from '../../api/client/report-errors';
import { useSetFavoritesMutation, type FavoriteOutcome } from '../../api/endpoints/favorites';
import { analytics } from '../../shared/analytics/analytics';

type Places = FavoriteOutcome['places'];

/**
 * Adds an image to the favorites or removes it. Resolves with the place that it had, for having it back there; null where it
 * was not done, and a toast says why.
 */
export function useFavoriteImage(): (id: string, favorite: boolean, places?: Places) => Promise<Places | null> {
  const { t } = useTranslation('work');
  const [setFavorites] = useSetFavoritesMutation();
  return async (id, favorite, places) => {
    const { data } = await setFavorites({ ids: [id], favorite, ...(places && { places }) });
    if (data?.error) showErrorToast(data.error, 'setFavorites', t(favorite ? 'notMarked' : 'notUnmarked'));
    if (!data || data.error) return null;
    analytics.event('favorite_image', { action: favorite ? 'add' : 'remove' });
    return data.places;
  };
}

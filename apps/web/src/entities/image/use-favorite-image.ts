import { useTranslation } from 'react-i18next';
import { showErrorToast } from '../../api/client/report-errors';
import { useSetFavoritesMutation } from '../../api/endpoints/favorites';
import { analytics } from '../../shared/analytics/analytics';

/** Adds an image to the favorites or removes it. Resolves with whether it was done; if not, a toast says why. */
export function useFavoriteImage(): (id: string, favorite: boolean) => Promise<boolean> {
  const { t } = useTranslation();
  const [setFavorites] = useSetFavoritesMutation();
  return async (id, favorite) => {
    const { data } = await setFavorites({ ids: [id], favorite });
    if (data?.error)
      showErrorToast(data.error, 'setFavorites', t(favorite ? 'picture.notMarked' : 'picture.notUnmarked'));
    if (!data || data.error) return false;
    analytics.event('favorite_image', { action: favorite ? 'add' : 'remove' });
    return true;
  };
}

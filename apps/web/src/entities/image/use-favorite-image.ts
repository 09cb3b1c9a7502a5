import { useSetFavoritesMutation } from '../../api/endpoints/images';
import { analytics } from '../../shared/analytics/analytics';
import { showToast } from '../../shared/toasts';

/** Adds an image to the favorites or removes it. Resolves with whether it was done; if not, `failedText` was shown. */
export function useFavoriteImage(failedText: string): (id: string, favorite: boolean) => Promise<boolean> {
  const [setFavorites] = useSetFavoritesMutation();
  return async (id, favorite) => {
    const { data } = await setFavorites({ ids: [id], favorite });
    if (!data || data.error) {
      showToast({ kind: 'error', text: failedText });
      return false;
    }
    analytics.event('favorite_image', { action: favorite ? 'add' : 'remove' });
    return true;
  };
}

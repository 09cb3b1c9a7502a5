import { SEARCH_MAX, type GalleryItem } from '@app/contracts';
import { useUser } from '../../api/auth/use-session';
import { useGalleryQuery } from '../../api/endpoints/images';
import { useDebounced } from '../../shared/hooks/use-debounced';

const SHOWN = 5;
const PAUSE_MS = 200;

/** The latest of one's images, or those whose prompts have what was typed. */
export function useFoundImages(typed: string): readonly GalleryItem[] {
  const isSignedIn = useUser() !== null;
  const wanted = typed.trim().slice(0, SEARCH_MAX);
  const q = useDebounced(wanted, PAUSE_MS);
  const query = { page: 1, limit: SHOWN, ...(q !== '' && { q }) };
  const { currentData } = useGalleryQuery(query, { skip: !isSignedIn });
  // Those of an earlier text would be chosen by Enter.
  return (q === wanted && currentData?.data) || [];
}

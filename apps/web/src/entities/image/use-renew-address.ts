import { baseApi } from '../../api/client/base-api';
import { useAppDispatch } from '../app-state';

/** Reads an image again whose file could not be loaded: in a page that stands open for long, its address runs out. */
export function useRenewAddress(): (id: string) => void {
  const dispatch = useAppDispatch();
  return (id) => void dispatch(baseApi.util.invalidateTags([{ type: 'Image', id }]));
}

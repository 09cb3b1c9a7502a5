import { skipToken } from '@reduxjs/toolkit/query';
import { isApiError } from '../../../api/client/api-error';
import { useGenerationQuery } from '../../../api/endpoints/generations';
import { useImageQuery } from '../../../api/endpoints/images';
import { comparedFrom, type Compared } from '../../../entities/image/compare/compared';

const isMissing = (error: unknown): boolean => isApiError(error) && error.status === 404;
const isShowable = ({ status, url }: Compared): boolean => status === 'completed' && url !== null;

/**
 * The image that another one goes back to, as far as there is something to look at; null while that is not known. Where
 * the very image was deleted and its generation was not, the first of the others.
 */
export function useParent(id: string | null): Compared | null {
  const { currentData: parent, error } = useImageQuery(id ?? skipToken);
  // A generation has the id of its first image.
  const { currentData: rest } = useGenerationQuery(id ?? '', { skip: id === null || !isMissing(error) });
  const found: Compared[] = isMissing(error)
    ? (rest?.generated_images ?? []).flatMap((image) => (rest ? [comparedFrom(rest, image)] : []))
    : parent
      ? [parent]
      : [];
  return found.find(isShowable) ?? null;
}

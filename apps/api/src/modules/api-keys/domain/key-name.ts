import { cleanText, isBlank } from '@app/contracts';
import { AppError } from '../../../platform/errors/app-error.js';

/** A name as it is stored. Throws `VALIDATION_FAILED` for one of which nothing can be seen. */
export function keyName(text: string): string {
  const name = cleanText(text);
  if (isBlank(name)) {
    throw new AppError('VALIDATION_FAILED', { details: [{ path: 'body.name', message: 'must not be blank' }] });
  }
  return name;
}

import { builtProduct } from '@app/launcher';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file of the api as its build leaves it before it is bundled; `path` as in its sources, with `.js`. */
export const builtFile = (path: string): string => join(dirname(dirname(builtProduct().api)), 'build', path);

/** A module of the built api, for what can only be measured, or only be prepared, past its HTTP calls. */
export const builtModule = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(builtFile(path)).href)) as T;

import { createElement, lazy, Suspense, useState, type ComponentType } from 'react';
import { usePreload } from './hooks/use-preload';
import { retryLoad } from './retry-load';

const TRIES_OF_DIALOGS = 4;

/**
 * A small part of a page that comes when it can. A line that is down for a moment keeps it away; thrown on, its failure
 * would take the whole page with it.
 */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await retryLoad(load) }));

/**
 * A dialog whose code is fetched once the page rests, or when it opens; until then the page stays as it was. The error
 * page tells of code that a newer build has replaced, because the press would have no effect otherwise.
 */
export function lazyDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P & { open: boolean }> {
  const Loaded = lazy(async () => ({ default: (await retryLoad(load, TRIES_OF_DIALOGS)) as ComponentType<object> }));
  return function LazyDialog(props) {
    const [wanted, setWanted] = useState(props.open);
    if (props.open && !wanted) setWanted(true);
    usePreload(load);
    return wanted ? createElement(Suspense, null, createElement(Loaded, props)) : null;
  };
}

import { createElement, lazy, Suspense, useState, type ComponentType } from 'react';
import { usePreload } from './use-preload';
import { retryLoad } from './retry-load';
import { MissingPart } from '../ui/feedback/missing-part';

const TRIES = 4;

/**
 * A part of a page. Most browsers remember a file that failed and never ask for it again on the same page: after a few
 * tries its place offers to reload. Thrown on, the failure would take the whole page with it.
 */
export const lazyPart = <P>(load: () => Promise<ComponentType<P>>, whenMissing: ComponentType<object> = MissingPart) =>
  lazy(async () => ({ default: await retryLoad(load, TRIES).catch(() => whenMissing as ComponentType<P>) }));

/** What a page is whole without: it comes when it can, and nobody is told where it stays away. */
export const lazyExtra = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await retryLoad(load) }));

/**
 * A dialog whose code is fetched once the page rests, or when it opens; until then the page stays as it was. The error
 * page tells of code that a newer build has replaced, because the press would have no effect otherwise.
 */
export function lazyDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P & { open: boolean }> {
  const Loaded = lazy(async () => ({ default: (await retryLoad(load, TRIES)) as ComponentType<object> }));
  return function LazyDialog(props) {
    const [wanted, setWanted] = useState(props.open);
    if (props.open && !wanted) setWanted(true);
    usePreload(load);
    return wanted ? createElement(Suspense, null, createElement(Loaded, props)) : null;
  };
}

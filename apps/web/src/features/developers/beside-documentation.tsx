import { Suspense, type ReactNode } from 'react';
import { useUser } from '../../api/auth/use-session';
import { lazyPart } from '../../shared/loading/lazy-part';

// Visitors only read.
const DeveloperTabs = lazyPart<{ children: ReactNode }>(() =>
  import('./developer-tabs').then((module) => module.DeveloperTabs),
);

export function BesideDocumentation({ children }: { children: ReactNode }) {
  if (useUser() === null) return children;
  return (
    <Suspense fallback={children}>
      <DeveloperTabs>{children}</DeveloperTabs>
    </Suspense>
  );
}

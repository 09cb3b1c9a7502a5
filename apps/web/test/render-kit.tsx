import { render } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { loadBaseNamespaces } from '../src/shared/i18n/i18n';
import { LocaleProvider } from '../src/shared/i18n/locale-context';

function Surroundings({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter>
      <LocaleProvider locale="en">{children}</LocaleProvider>
    </MemoryRouter>
  );
}

/** A part of the kit with what every page gives it: English texts and a router. */
export async function renderKit(element: ReactElement) {
  await loadBaseNamespaces('en');
  return render(element, { wrapper: Surroundings });
}

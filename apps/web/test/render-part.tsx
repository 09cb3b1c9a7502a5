import { act, render } from '@testing-library/react';
import type { Locale, User } from '@app/contracts';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { makeStore } from './stores';
import { sessionOpened } from '../src/api/auth/session-slice';
import { storeTokens } from '../src/api/auth/tokens';
import { loadBaseNamespaces, loadNamespaces, setActiveLocale, type Namespace } from '../src/shared/i18n/i18n';
import { LocaleProvider } from '../src/shared/i18n/locale-context';

function Place({ onPlace }: { onPlace: (place: string) => void }) {
  const { pathname, search } = useLocation();
  onPlace(pathname + search);
  return null;
}

interface PartOptions {
  /** Null: a visitor. */
  user: User | null;
  namespaces: readonly Namespace[];
  path?: string;
  locale?: Locale;
  /** What it reads at once is shown before a test goes on. */
  settles?: boolean;
}

/** A part of a page with a store, texts and a router, without the rest of the app. */
export async function renderPart(element: ReactElement, options: PartOptions) {
  const { user, namespaces, path = '/', locale = 'en', settles = false } = options;
  await Promise.all([loadBaseNamespaces(locale), loadNamespaces(locale, namespaces)]);
  setActiveLocale(locale);
  const store = makeStore();
  if (user) {
    storeTokens({ access_token: 'good', refresh_token: 'refresh' });
    store.dispatch(sessionOpened(user));
  }
  let place = path;
  const { unmount } = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <LocaleProvider locale={locale}>
          <Place onPlace={(next) => (place = next)} />
          {element}
        </LocaleProvider>
      </MemoryRouter>
    </Provider>,
  );
  if (settles) await act(async () => undefined);
  return { store, place: () => place, unmount };
}

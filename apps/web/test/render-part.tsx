import { render } from '@testing-library/react';
import type { User } from '@app/contracts';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { sessionOpened } from '../src/api/auth/session-slice';
import { storeTokens } from '../src/api/auth/tokens';
import { makeStore } from '../src/app/store';
import { loadBaseNamespaces, loadNamespaces, type Namespace } from '../src/shared/i18n/i18n';
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
}

/** A part of a page with a store, English texts and a router, without the rest of the app. */
export async function renderPart(element: ReactElement, { user, namespaces, path = '/' }: PartOptions) {
  await Promise.all([loadBaseNamespaces('en'), loadNamespaces('en', namespaces)]);
  const store = makeStore();
  if (user) {
    storeTokens({ access_token: 'good', refresh_token: 'refresh' });
    store.dispatch(sessionOpened(user));
  }
  let place = path;
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <LocaleProvider locale="en">
          <Place onPlace={(next) => (place = next)} />
          {element}
        </LocaleProvider>
      </MemoryRouter>
    </Provider>,
  );
  return { store, place: () => place };
}

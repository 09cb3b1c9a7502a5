import { beforeAll, expect, it } from '@jest/globals';
import { render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { meHandler, startServer } from '../../test/server';
import { makeStore } from '../../test/stores';
import { storeTokens } from '../api/auth/tokens';
import { loadNamespaces } from '../shared/i18n/i18n';
import { LocaleProvider } from '../shared/i18n/locale-context';
import { Page } from './login';

const server = startServer();

beforeAll(() => loadNamespaces('en', ['common', 'session']));

it('the login page asks who is signed in, where an outage has left that open', async () => {
  storeTokens({ access_token: 'access', refresh_token: 'refresh' });
  server.use(meHandler('access'));
  const store = makeStore();
  render(
    <Provider store={store}>
      <LocaleProvider locale="en">
        <MemoryRouter initialEntries={['/login']}>
          <Page />
        </MemoryRouter>
      </LocaleProvider>
    </Provider>,
  );
  await waitFor(() => expect(store.getState().session.phase).toBe('signed-in'));
});

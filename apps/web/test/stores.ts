import { sessionClosed } from '../src/api/auth/session-slice';
import { makeStore as make, type AppStore } from '../src/app/store';
import { atEndOfSpec } from './end-of-spec';

/** A store that asks for nothing any more once its spec has ended: it polls, and reads again what it has subscribed. */
export function makeStore(): AppStore {
  const store = make();
  atEndOfSpec(() => {
    store.dispatch(sessionClosed(null));
    store.dispatch({ type: 'api/resetApiState' });
  });
  return store;
}

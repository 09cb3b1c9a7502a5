import {
  combineSlices,
  configureStore,
  createDynamicMiddleware,
  type EnhancedStore,
  type Reducer,
} from '@reduxjs/toolkit';
import { onApiRegistered } from '../api/client/lazy-api';
import { sessionReducer } from '../api/auth/session-slice';
import type { AppDispatch, AppState } from '../entities/app-state';
import { generationJobsReducer } from '../entities/generation/generation-jobs';

export type AppStore = EnhancedStore<AppState> & { dispatch: AppDispatch };

/** One store a page; tests make their own. */
export function makeStore(): AppStore {
  const slices = combineSlices({ session: sessionReducer, generationJobs: generationJobsReducer });
  const late = createDynamicMiddleware();
  const store = configureStore({
    // `api` is missing until the machinery of calls has come, which everything that asks for it has loaded before.
    reducer: slices as unknown as Reducer<AppState>,
    // Immer freezes the state; the checks would walk the whole cache of calls on every action.
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(late.middleware),
  });
  onApiRegistered((api) => {
    slices.inject(api);
    // A new reducer has no state before the next action.
    store.dispatch({ type: 'api/arrived' });
    late.addMiddleware(...api.middlewares);
    api.listen(store.dispatch);
  });
  return store;
}

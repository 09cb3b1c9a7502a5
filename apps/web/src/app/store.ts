import {
  applyMiddleware,
  combineReducers,
  compose,
  legacy_createStore as createStore,
  type Middleware,
  type Reducer,
  type Store,
  type UnknownAction,
} from 'redux';
import { thunk } from 'redux-thunk';
import { onApiRegistered } from '../api/client/lazy-api';
import { sessionReducer } from '../api/auth/session-slice';
import type { AppDispatch, AppState } from '../entities/app-state';
import { generationJobsReducer } from '../entities/generation/generation-jobs';

export type AppStore = Store<AppState> & { dispatch: AppDispatch };

/** Hands actions to the middleware of the API once that is loaded. */
const lazyApiMiddleware: Middleware = (store) => (next) => {
  let handle = next;
  onApiRegistered(({ middlewares }) => {
    handle = compose<typeof next>(...middlewares.map((middleware) => middleware(store)))(next);
  });
  return (action) => handle(action);
};

/**
 * One store a page; tests make their own. Made by Redux itself, because the toolkit would add 9 KiB to the first view;
 * it comes with the API.
 */
export function makeStore(): AppStore {
  const reducers = { session: sessionReducer, generationJobs: generationJobsReducer };
  // `api` is missing until the API is loaded, which everything that asks for it has waited for.
  const reducer = combineReducers(reducers) as unknown as Reducer<AppState>;
  const withMiddleware = applyMiddleware<AppDispatch>(thunk, lazyApiMiddleware);
  const store: AppStore = createStore<AppState, UnknownAction, { dispatch: AppDispatch }>(reducer, withMiddleware);
  onApiRegistered((api) => {
    store.replaceReducer(combineReducers({ ...reducers, [api.reducerPath]: api.reducer }) as Reducer<AppState>);
    // Prerendering has no window to listen to.
    if (typeof window !== 'undefined') api.listen(store.dispatch);
  });
  return store;
}

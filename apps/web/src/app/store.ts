import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '../api/base-api';
import { reportErrors } from '../api/report-errors';
import { sessionReducer } from '../api/session-slice';
import { workReducer } from '../api/work-slice';

/** One store a page; tests make their own. */
export function makeStore() {
  const store = configureStore({
    reducer: { session: sessionReducer, work: workReducer, [baseApi.reducerPath]: baseApi.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware, reportErrors),
  });
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof makeStore>;

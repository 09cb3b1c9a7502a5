import type { Middleware, Reducer, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';

/**
 * The machinery of API calls is a third of what a visitor's first page would load, and that page calls nothing. So it
 * comes with the first page or person that needs it, and finds the stores here.
 */
export interface LazyApi {
  reducerPath: 'api';
  reducer: Reducer;
  middlewares: Middleware[];
  listen: (dispatch: ThunkDispatch<unknown, unknown, UnknownAction>) => void;
}

type Take = (api: LazyApi) => void;

let provided: LazyApi | null = null;
const stores: Take[] = [];

/** Called once, by the module that holds the machinery. */
export function registerApi(api: LazyApi): void {
  provided = api;
  stores.forEach((take) => take(api));
}

/** A store says how it takes the machinery in: now if it is there, else when it comes. */
export function onApiRegistered(take: Take): void {
  stores.push(take);
  if (provided) take(provided);
}

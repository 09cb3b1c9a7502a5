import type { UnknownAction } from 'redux';

interface PayloadAction<P> extends UnknownAction {
  payload: P;
}

/** What `createAction` of the toolkit does, for the two slices of the first view, which the toolkit is too large for. */
export function defineAction<P>(type: string) {
  const create = (payload: P): PayloadAction<P> => ({ type, payload });
  const match = (action: UnknownAction): action is PayloadAction<P> => action.type === type;
  return Object.assign(create, { match });
}

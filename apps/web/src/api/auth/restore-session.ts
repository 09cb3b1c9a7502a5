import type { ApiDispatch, ApiState } from '../client/api-state';

/**
 * Finds out who is here by the stored token, as long as that is not known: an outage leaves it open.
 * @throws ApiFailure
 */
export const restoreSession =
  () =>
  async (dispatch: ApiDispatch, getState: () => ApiState): Promise<void> => {
    if (getState().session.phase !== 'unknown') return;
    // The work on sessions needs the machinery of calls, which a visitor's page does without.
    const { loadProfile } = await import('./session');
    await dispatch(loadProfile());
  };

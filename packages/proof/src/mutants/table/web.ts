import type { Mutant } from '../mutant.js';

const SESSION_TEST = 'session.spec.ts';
/** How Testing Library reports that an element cannot be reached. */
const UNREACHABLE = 'Unable to perform pointer interaction|Unable to find an accessible element';

/** Guards of the web app. */
export const WEB_MUTANTS: readonly Mutant[] = [
  {
    name: 'a toast stays outside of an open dialog',
    guard: 'toasts live in the topmost dialog',
    edits: [{ in: 'place', replace: 'openDialogs.at(-1) ?? document.body', by: 'document.body' }],
    test: 'toasts.spec.tsx',
    title: 'are pressed with the pointer',
    symptom: UNREACHABLE,
  },
  {
    name: 'the access token is stored before the refresh token',
    guard: 'other tabs react to the access token and need its partner',
    edits: [
      { in: 'storeTokens', replace: 'writeStored(STORAGE_KEYS.accessToken, access_token)', by: 'undefined' },
      {
        in: 'storeTokens',
        replace: 'writeStored(STORAGE_KEYS.refreshToken, refresh_token)',
        by: '(writeStored(STORAGE_KEYS.accessToken, access_token), writeStored(STORAGE_KEYS.refreshToken, refresh_token))',
      },
    ],
    test: SESSION_TEST,
    title: 'are stored with the access token last',
  },
  {
    name: 'polling that gave up cannot begin again',
    guard: 'the end of the polling is noted',
    edits: [{ in: 'pollGeneration', remove: 'polled.delete(id)' }],
    test: 'poll-generation.spec.ts',
  },
  {
    name: 'a message without id clears the position of the stream',
    guard: 'the last known position',
    edits: [{ in: 'listen', replace: 'id ?? state.lastEventId', by: 'id' }],
    test: 'subscribe-to-image-events.spec.ts',
    title: 'keeps the position',
  },
  {
    name: 'the cache keeps answers of a user who signed out',
    guard: 'the cache is emptied at the end of a session',
    edits: [{ in: 'closeSession', remove: 'dispatch(baseApi.util.resetApiState())' }],
    test: SESSION_TEST,
    title: 'leaves nothing of the person in the cache',
  },
  {
    name: 'the cache keeps answers of the user before when another signs in in another tab',
    guard: 'the cache is emptied when the user changes',
    edits: [{ in: 'openSession', remove: 'dispatch(baseApi.util.resetApiState())' }],
    test: SESSION_TEST,
    title: 'takes this one along',
  },
  {
    name: 'the redirect of a trailing slash loses the query',
    guard: 'the query is part of the target',
    edits: [{ in: 'placePath', replace: `own.replace(/\\/+$/, '') + search`, by: `own.replace(/\\/+$/, '')` }],
    test: 'app.spec.tsx',
    title: 'is removed from',
  },
  {
    name: 'the redirect of a trailing slash leads to another site',
    guard: 'the target begins with one slash',
    edits: [{ in: 'placePath', replace: `pathname.replace(/^[/\\\\]+/, '/')`, by: 'pathname' }],
    test: 'router.spec.ts',
    title: 'without leading to another site',
  },
  {
    name: 'a favorite that the server refused stays marked',
    guard: 'an optimistic change is undone',
    edits: [{ in: 'favoritesApi', remove: 'undo()' }],
    test: 'gallery-failures.spec.tsx',
    title: 'is taken back in the gallery',
  },
  {
    name: 'the quality of a DALL-E model is sent with another model',
    guard: 'quality belongs to its models',
    edits: [{ in: 'fittingQuality', replace: 'isDalleModel(model)', by: 'true' }],
    test: 'settings.spec.ts',
    title: 'is not sent with another model',
  },
];

/** Guards of the contracts, which server and web app share. */
export const CONTRACT_MUTANTS: readonly Mutant[] = [
  {
    name: 'high quality costs more with every model',
    guard: 'the surcharge is one of the DALL-E models',
    edits: [{ in: 'priceUnits', remove: 'isDalleModel(model)' }],
    test: 'models.spec.ts',
  },
  {
    name: 'a prompt of blanks is a prompt',
    guard: 'blanks are no text',
    edits: [{ in: 'isBlank', replace: `text.replace(INVISIBLE, '')`, by: 'text' }],
    test: 'text.spec.ts',
  },
  {
    name: 'an image can be asked for with too few credits',
    guard: 'the price of the whole request is compared with the balance',
    edits: [{ in: 'CHECKS', replace: 's.availableUnits < s.totalUnits', by: 's.availableUnits <= 0' }],
    test: 'generate-refusals.spec.ts',
  },
];

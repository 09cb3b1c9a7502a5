import { STORAGE_KEYS } from '@app/contracts';

/** For how long a value stays in the browser. */
export type KeptFor = 'session' | 'cleared' | 'tab' | 'signIn' | 'switchedBack' | 'signedIn' | 'seconds';

/** Everything in local storage, and for how long. The cookies page lists it; what is not listed cannot be stored. */
export const LOCAL_VALUES = {
  [STORAGE_KEYS.accessToken]: 'session',
  [STORAGE_KEYS.refreshToken]: 'session',
  [STORAGE_KEYS.locale]: 'cleared',
  theme: 'switchedBack',
  last_sign_in: 'cleared',
  signed_out: 'signedIn',
  notify_when_done: 'switchedBack',
  single_key_shortcuts: 'switchedBack',
  picture_info: 'switchedBack',
  pictures_changed: 'cleared',
  session_refresh_until: 'seconds',
  reported_purchases: 'cleared',
  analytics_consent: 'cleared',
} as const satisfies Record<string, KeptFor>;

/** The same for session storage. */
export const TAB_VALUES = {
  prompt_draft: 'tab',
  generate_draft: 'tab',
  generate_visit: 'tab',
  generate_intent: 'tab',
  batch_draft: 'tab',
  batch_intent: 'tab',
  tab_person: 'tab',
  repair_left: 'tab',
  sign_in_target: 'signIn',
  // Stored by the router.
  'react-router-scroll-positions': 'tab',
} as const satisfies Record<string, KeptFor>;

export type LocalKey = keyof typeof LOCAL_VALUES;
export type TabKey = keyof typeof TAB_VALUES;

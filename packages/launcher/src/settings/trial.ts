import type { Variables } from './config.js';

const USUAL_CREDITS = '5';
const TRIAL_CREDITS = '50';

/**
 * What `npm start` sets unless the person did: the description of the API, and with the demo engine enough credits to try
 * it, since nothing can be bought here.
 */
export function withTrialSettings(person: Variables): Variables {
  const isDemo = !person['STABILITY_API_KEY'] && !person['WEBUI_URL'];
  return { ...(isDemo && { FREE_MONTHLY_CREDITS: TRIAL_CREDITS }), API_DOCS: 'true', ...person };
}

/** What a free account gets, and the setting that decides it. */
export function describeCredits({ FREE_ALLOWANCE, FREE_MONTHLY_CREDITS = USUAL_CREDITS }: Variables): string {
  return FREE_ALLOWANCE === 'daily' || FREE_ALLOWANCE === 'none'
    ? `no monthly credits for free accounts (FREE_ALLOWANCE=${FREE_ALLOWANCE})`
    : `${FREE_MONTHLY_CREDITS} a month for free accounts (FREE_MONTHLY_CREDITS)`;
}

import { describe, expect, it } from '@jest/globals';
import { describeCredits, withTrialSettings } from './trial.js';

describe('a start from the command line', () => {
  it('grants enough credits to try the demo engine, and serves the description of the API', () => {
    expect(withTrialSettings({})).toEqual({ FREE_MONTHLY_CREDITS: '50', API_DOCS: 'true' });
  });

  it('keeps the usual credits where a real engine paints', () => {
    const engines: Record<string, string>[] = [{ STABILITY_API_KEY: 'key' }, { WEBUI_URL: 'http://gpu:7860' }];
    for (const engine of engines) {
      expect(withTrialSettings(engine)).toEqual({ ...engine, API_DOCS: 'true' });
    }
  });

  it('leaves what was set', () => {
    const person = { FREE_MONTHLY_CREDITS: '7', API_DOCS: 'false' };
    expect(withTrialSettings(person)).toEqual(person);
  });
});

describe('the line about credits', () => {
  it('says how many a free account gets and which setting decides it', () => {
    expect(describeCredits({ FREE_MONTHLY_CREDITS: '50' })).toBe('50 a month for free accounts (FREE_MONTHLY_CREDITS)');
    expect(describeCredits({})).toBe('5 a month for free accounts (FREE_MONTHLY_CREDITS)');
  });

  it.each(['daily', 'none'])('names the setting that turns them off: %s', (allowance) => {
    expect(describeCredits({ FREE_MONTHLY_CREDITS: '50', FREE_ALLOWANCE: allowance })).toBe(
      `no monthly credits for free accounts (FREE_ALLOWANCE=${allowance})`,
    );
  });
});

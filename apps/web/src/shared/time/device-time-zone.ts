import { TIMEZONES, type Timezone } from '@app/contracts';

// One day for all, so that summer time never changes which zone is the nearest.
const DAY = new Date('2026-01-01T00:00:00Z');
const clock = (timeZone: string): number => Date.parse(`${DAY.toLocaleString('en-US', { timeZone })} UTC`);
const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Of the zones that an account can have, the one whose clock is nearest to that of the device. */
export function nearestTimezone(device = deviceZone()): Timezone {
  const distance = (zone: Timezone) => Math.abs(clock(zone) - clock(device));
  return TIMEZONES.reduce((best, zone) => (distance(zone) < distance(best) ? zone : best));
}

/** The zone of an account's dates; null, the device's own, unless the account has one of elsewhere. */
export const shownTimeZone = (preferred: Timezone, device = deviceZone()): Timezone | null =>
  preferred === nearestTimezone(device) ? null : preferred;

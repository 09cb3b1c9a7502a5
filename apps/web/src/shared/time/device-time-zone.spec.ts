import { expect, it } from '@jest/globals';
import { nearestTimezone, shownTimeZone } from './device-time-zone';

it.each([
  ['Asia/Shanghai', 'Asia/Shanghai'],
  ['America/New_York', 'America/New_York'],
  ['Europe/London', 'Europe/London'],
  ['America/Los_Angeles', 'America/New_York'],
  ['Europe/Berlin', 'Europe/London'],
  ['Asia/Tokyo', 'Asia/Shanghai'],
  ['UTC', 'Europe/London'],
] as const)('a device in %s makes an account of %s', (device, zone) => {
  expect(nearestTimezone(device)).toBe(zone);
});

it('shows the time of the device while the account has the nearest zone', () => {
  expect(shownTimeZone('Europe/London', 'Europe/Berlin')).toBeNull();
  expect(shownTimeZone('America/New_York', 'America/Los_Angeles')).toBeNull();
});

it('shows the time of the account when it has a zone of elsewhere', () => {
  expect(shownTimeZone('America/New_York', 'Europe/Berlin')).toBe('America/New_York');
});

import { expect, test } from '@jest/globals';
import { connectionReports } from './connection-reports.js';

test('each outage is told once, its end too, and a first connection not at all', () => {
  const told: string[] = [];
  const tell = (text: string) => void told.push(text);
  const { lost, back } = connectionReports({ warn: tell, log: tell });
  back();
  for (let outage = 0; outage < 2; outage += 1) {
    lost(new Error('ECONNREFUSED'));
    lost(new Error('ECONNREFUSED'));
    back();
  }
  lost(new Error(''));
  lost(new Error('timeout'));
  const outage = ['Redis: ECONNREFUSED', 'Redis: connected again'];
  expect(told).toEqual([...outage, ...outage, 'Redis: Error', 'Redis: timeout']);
});

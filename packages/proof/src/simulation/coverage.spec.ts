import { expect, test } from '@jest/globals';
import { Coverage } from './coverage.js';
import { OPERATIONS } from './fault.js';

test('counts injected faults and lists the missing ones', () => {
  const coverage = new Coverage();
  coverage.reached('bonus', 'commit', ['crash', 'pause']);
  coverage.reached('delete', 'begin', ['crash']);
  coverage.happened('bonus', 'commit', 'crash');
  coverage.happened('bonus', 'commit', 'crash');
  expect(coverage.total('crash', 'pause')).toBe(2);
  expect([coverage.has('bonus', 'commit', 'crash'), coverage.has('bonus', 'commit', 'pause')]).toEqual([true, false]);
  expect(coverage.missing()).toEqual(['bonus · commit: pause', 'delete · begin: crash']);
  expect(coverage.operationsWithoutFaults()).toEqual(OPERATIONS.filter((operation) => operation !== 'bonus'));
  expect(coverage.table().split('\n')).toEqual([
    '| operation | step | crash | crash in flight | answer lost | pause |',
    '| --- | --- | --- | --- | --- | --- |',
    '| delete | begin | 0 |  |  |  |',
    '| bonus | commit | 2 |  |  | 0 |',
  ]);
});

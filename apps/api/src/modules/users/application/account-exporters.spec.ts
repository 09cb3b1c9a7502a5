import { expect, test } from '@jest/globals';
import { ACCOUNT_SECTIONS, AccountExporters, type AccountSection } from './account-exporters.js';

async function* nothing(): AsyncGenerator<object[], void> {}

function registered(sections: readonly AccountSection[]): AccountExporters {
  const exporters = new AccountExporters();
  for (const section of sections) exporters.register(section, nothing);
  return exporters;
}

test('export the sections of an account in their order, whatever the order of the modules', () => {
  const exporters = registered(ACCOUNT_SECTIONS.toReversed());
  exporters.onApplicationBootstrap();
  expect(exporters.inOrder().map(([section]) => section)).toEqual(ACCOUNT_SECTIONS);
});

test.each(ACCOUNT_SECTIONS)('keep a process from starting that would leave out the %s', (missing) => {
  const exporters = registered(ACCOUNT_SECTIONS.filter((section) => section !== missing));
  expect(() => exporters.onApplicationBootstrap()).toThrow(`Nobody exports the ${missing}`);
});

test('refuse a second exporter of one section', () => {
  expect(() => registered(['shares', 'shares'])).toThrow('Two exporters for shares');
});

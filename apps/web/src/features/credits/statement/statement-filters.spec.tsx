import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '../../../../test/render-part';
import { StatementFilters } from './statement-filters';

test.each([
  ['in sight while they narrow it', true],
  ['opened on demand', false],
])('on a phone they are %s', async (_, isFiltered) => {
  const nothing = () => undefined;
  await renderPart(
    <StatementFilters filter={{}} isFiltered={isFiltered} outOfOrder={false} narrow={nothing} clear={nothing} />,
    { user: null, namespaces: ['statement'] },
  );
  const opener = screen.getByRole('button', { name: 'Filter or download' });
  const panel = () => document.getElementById(opener.getAttribute('aria-controls') ?? '');
  const isShown = () => [opener.ariaExpanded, !panel()?.className.includes('max-sm:hidden')];
  expect(isShown()).toEqual([String(isFiltered), isFiltered]);
  await userEvent.click(opener);
  expect(isShown()).toEqual([String(!isFiltered), !isFiltered]);
});

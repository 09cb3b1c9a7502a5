import { expect, it, jest } from '@jest/globals';
import type { Locale } from '@app/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '../../../test/render-part';
import { SAMPLE_WORKS, type SampleWork } from './sample-works';
import { ExampleWorks } from './example-works';

const onUse = jest.fn<(work: SampleWork) => void>();
const show = (locale: Locale = 'en') =>
  renderPart(<ExampleWorks onUse={onUse} />, { user: null, locale, namespaces: ['work'] });
const examples = () =>
  within(screen.getByRole('list'))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));
const prompts = (from: number, locale: Locale = 'en') =>
  Array.from({ length: 5 }, (_, index) => SAMPLE_WORKS[(from + index) % SAMPLE_WORKS.length]?.prompt[locale]);

it('five examples are shown by their prompts, and one is taken over by a press', async () => {
  await show();
  expect(screen.getByRole('region', { name: 'Try one of these' })).toBeVisible();
  expect(examples()).toEqual(prompts(0));
  const [, second] = within(screen.getByRole('list')).getAllByRole('button');
  expect(second).toHaveAttribute('title', prompts(0)[1]);
  await userEvent.click(second as HTMLElement);
  expect(onUse.mock.calls).toEqual([[SAMPLE_WORKS[1]]]);
});

it('others come by a press, and after the last the first again', async () => {
  await show();
  const presses = Math.ceil(SAMPLE_WORKS.length / 5);
  for (let press = 1; press <= presses; press += 1) {
    await userEvent.click(screen.getByRole('button', { name: 'Show others' }));
    expect(examples()).toEqual(prompts((press * 5) % SAMPLE_WORKS.length));
  }
});

it('the prompts of examples are in the language of the page', async () => {
  await show('zh');
  expect(examples()).toEqual(prompts(0, 'zh'));
});

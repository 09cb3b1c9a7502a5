import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { DEFAULT_SIZE, DEFAULT_STYLE } from '@app/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '../../../../test/render-part';
import { USER, startServer } from '../../../../test/server';
import { IDLE } from '../../../../test/submit-handle';
import { NARROW } from '../../../shared/browser/use-media';
import { DEFAULT_CHOICES, EMPTY_DRAFT, type GenerateSettings } from './settings';
import { SettingsChips } from './settings-chips';

startServer();
const original = window.matchMedia;
beforeEach(() => {
  window.matchMedia = (query) => Object.assign(original(query), { matches: query === NARROW });
});
afterEach(() => {
  window.matchMedia = original;
  jest.restoreAllMocks();
});

const SETTINGS: GenerateSettings = {
  ...EMPTY_DRAFT,
  prompt: 'a fox',
  model: 'sd3.5-medium',
  style: DEFAULT_STYLE,
  size: DEFAULT_SIZE,
};

/** All settings of a narrow screen, opened by one of the chips. */
async function open(chip: RegExp) {
  const change = jest.fn();
  const submit = jest.fn(async () => undefined);
  const scrolled: (string | undefined)[] = [];
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    scrolled.push(this.querySelector('legend')?.textContent);
  });
  const handle = { ...IDLE, submit };
  await renderPart(<SettingsChips settings={SETTINGS} change={change} maxCount={4} submission={handle} />, {
    user: USER,
    namespaces: ['generate', 'work'],
  });
  const opener = screen.getByRole('button', { name: chip });
  await userEvent.click(opener);
  const sheet = within(await screen.findByRole('dialog'));
  return { change, submit, scrolled, sheet, opener };
}
const gone = () => expect(screen.queryByRole('dialog')).toBeNull();

it('a chip opens all settings, with its own in view', async () => {
  const { scrolled, sheet, opener } = await open(/^Size/);
  expect(scrolled).toEqual(['Size']);
  expect(sheet.getAllByRole('radiogroup').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Model',
    'Style',
    'Size',
    'Images',
    'File type',
  ]);
  expect(opener).not.toHaveAttribute('aria-controls');
  expect(opener).toHaveAttribute('aria-expanded', 'true');
});

it('a choice leaves them open', async () => {
  const { change, sheet } = await open(/^Size/);
  await userEvent.click(sheet.getByRole('radio', { name: /^16:9/ }));
  expect(change.mock.calls).toEqual([[{ size: '16:9' }]]);
  expect(screen.getByRole('dialog')).toBeVisible();
});

it('all of them are reset at once, prompts excepted', async () => {
  const { change, sheet } = await open(/^Model/);
  await userEvent.click(sheet.getByRole('button', { name: 'Reset' }));
  expect(change.mock.calls).toEqual([[DEFAULT_CHOICES]]);
  expect(screen.getByRole('dialog')).toBeVisible();
});

it('the image is asked for from there, which closes them', async () => {
  const { submit, sheet } = await open(/^Model/);
  await userEvent.click(sheet.getByRole('button', { name: /^Generate/ }));
  expect(submit).toHaveBeenCalledTimes(1);
  gone();
});

it('Escape closes them without asking for anything', async () => {
  const { submit } = await open(/^Model/);
  await userEvent.keyboard('{Escape}');
  gone();
  expect(submit).not.toHaveBeenCalled();
});

import { afterEach, expect, jest, test } from '@jest/globals';
import userEvent from '@testing-library/user-event';
import { ignoreSecondClick } from './second-click';

const click = jest.fn();

function button(onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.addEventListener('click', onClick);
  document.body.append(made);
  return made;
}

afterEach(() => {
  click.mockReset();
  document.body.replaceChildren();
});

test('the second half of a double click does nothing', async () => {
  const pressed = button(() => {
    click();
    ignoreSecondClick();
  });
  await userEvent.dblClick(pressed);
  expect(click).toHaveBeenCalledTimes(1);
});

test('two clicks one after the other both count', async () => {
  const first = button(() => {
    click();
    ignoreSecondClick();
  });
  const second = button(click);
  await userEvent.click(first);
  await userEvent.click(second);
  expect(click).toHaveBeenCalledTimes(2);
});

test('a double click long afterwards is whole', async () => {
  ignoreSecondClick();
  await userEvent.dblClick(button(click));
  expect(click).toHaveBeenCalledTimes(2);
});

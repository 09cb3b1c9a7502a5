import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPart } from '../../../../test/render-part';
import { USER } from '../../../../test/server';
import { NotificationToggle } from './notification-toggle';

let permission: NotificationPermission;
let answer: NotificationPermission;

beforeEach(() => {
  [permission, answer] = ['default', 'granted'];
  Object.assign(window, {
    Notification: {
      get permission() {
        return permission;
      },
      requestPermission: async () => {
        permission = answer;
      },
    },
  });
});
afterEach(() => {
  Reflect.deleteProperty(window, 'Notification');
});

const show = () => renderPart(<NotificationToggle />, { user: USER, namespaces: ['generate'] });
const toggle = () => screen.getByRole('button');

it('messages of the system are turned on and off again', async () => {
  await show();
  expect(toggle()).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(toggle());
  expect(toggle()).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await userEvent.click(toggle());
  expect(toggle()).toHaveAttribute('aria-pressed', 'false');
  expect(window.localStorage.getItem('notify_when_done')).toBeNull();
});

it('a browser that was told not to is spoken of when somebody wants them', async () => {
  answer = 'denied';
  await show();
  await userEvent.click(toggle());
  expect(toggle()).toHaveAttribute('aria-pressed', 'false');
  expect(screen.getByRole('status')).not.toBeEmptyDOMElement();
});

it.each(['blocked', 'unsupported'])('nothing is offered where they are %s from the start', async (state) => {
  if (state === 'blocked') permission = 'denied';
  else Reflect.deleteProperty(window, 'Notification');
  await show();
  expect(screen.queryByRole('button')).toBeNull();
});

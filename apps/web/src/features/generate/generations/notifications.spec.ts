import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { disableNotifications, enableNotifications, notificationState, notify } from './notifications';

const matchMedia = window.matchMedia;
let permission: NotificationPermission;
let answer: NotificationPermission;
let asked: number;
let shown: { title: string; options: object; notice: EventTarget & { close: () => void } }[];

beforeEach(() => {
  [permission, answer, asked, shown] = ['default', 'granted', 0, []];
  class SystemNotification extends EventTarget {
    static get permission() {
      return permission;
    }
    static requestPermission = async () => {
      asked += 1;
      permission = answer;
      return answer;
    };
    close = jest.fn<() => void>();
    constructor(title: string, options: object) {
      super();
      shown.push({ title, options, notice: this });
    }
  }
  Object.assign(window, { Notification: SystemNotification });
});
afterEach(() => {
  Reflect.deleteProperty(window, 'Notification');
  window.matchMedia = matchMedia;
  jest.restoreAllMocks();
});

const look = (visibility: 'visible' | 'hidden', focused: boolean) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  jest.spyOn(document, 'hasFocus').mockReturnValue(focused);
};
const MESSAGE = { title: 'Done', body: 'A fox', tag: 'one' };

describe('messages of the system', () => {
  it('are off until somebody wants them and the browser lets us', async () => {
    expect(notificationState()).toBe('off');
    expect(await enableNotifications()).toBe('on');
    expect([asked, notificationState()]).toEqual([1, 'on']);
    // Who has allowed it once is not asked again.
    expect(await enableNotifications()).toBe('on');
    expect(asked).toBe(1);
    expect(disableNotifications()).toBe('off');
    expect(notificationState()).toBe('off');
  });

  it('are off where the browser allows them and nobody wants them', () => {
    permission = 'granted';
    expect(notificationState()).toBe('off');
  });

  it('that somebody wants and does not allow after all are off', async () => {
    answer = 'default';
    expect(await enableNotifications()).toBe('off');
  });

  it('are blocked where the browser was told so, which nobody is asked about', async () => {
    permission = 'denied';
    expect(notificationState()).toBe('blocked');
    expect(await enableNotifications()).toBe('blocked');
    expect(asked).toBe(0);
  });

  it('are not offered by a phone, nor by a browser without them', async () => {
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query === '(hover: none)' });
    expect([notificationState(), await enableNotifications(), asked]).toEqual(['unsupported', 'unsupported', 0]);
    window.matchMedia = matchMedia;
    Reflect.deleteProperty(window, 'Notification');
    expect([notificationState(), await enableNotifications()]).toEqual(['unsupported', 'unsupported']);
    expect(window.localStorage.getItem('notify_when_done')).toBeNull();
  });
});

describe('a message', () => {
  it.each([
    ['visible', true, 0],
    ['visible', false, 1],
    ['hidden', true, 1],
  ] as const)('to a page that is %s, with the focus %s, is shown %d times', async (visibility, focused, times) => {
    await enableNotifications();
    look(visibility, focused);
    notify(MESSAGE);
    expect(shown).toHaveLength(times);
  });

  it('is not shown to who did not want it', () => {
    permission = 'granted';
    look('hidden', false);
    notify(MESSAGE);
    expect(shown).toEqual([]);
  });

  it('says what it is about, and leads back to the page when it is pressed', async () => {
    await enableNotifications();
    look('hidden', false);
    const focus = jest.spyOn(window, 'focus').mockImplementation(() => undefined);
    notify(MESSAGE);
    expect(shown[0]).toMatchObject({ title: 'Done', options: { body: 'A fox', tag: 'one' } });
    shown[0]?.notice.dispatchEvent(new Event('click'));
    expect(focus).toHaveBeenCalledTimes(1);
    expect(shown[0]?.notice.close).toHaveBeenCalledTimes(1);
  });
});

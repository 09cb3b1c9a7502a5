import { readStored, writeStored } from '../../../shared/storage/local-storage';

const KEY = 'notify_when_done';

/** `unsupported`: this browser cannot; `blocked`: it was told not to; else whether the person asked for it. */
export type NotificationState = 'unsupported' | 'blocked' | 'off' | 'on';

/** Browsers of phones show such messages only on behalf of installed apps. */
const isSupported = (): boolean => 'Notification' in window && !window.matchMedia('(hover: none)').matches;

export function notificationState(): NotificationState {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && readStored(KEY) === 'on' ? 'on' : 'off';
}

/** Asks the browser for leave where that is needed; call it from a click. Answers how it stands then. */
export async function enableNotifications(): Promise<NotificationState> {
  if (!isSupported()) return 'unsupported';
  writeStored(KEY, 'on');
  if (Notification.permission === 'default') await Notification.requestPermission();
  return notificationState();
}

export function disableNotifications(): NotificationState {
  writeStored(KEY, null);
  return notificationState();
}

interface NotificationContent {
  title: string;
  body: string;
  /** Of several tabs that say the same, one is heard. */
  tag: string;
}

/** Shows a message of the system, if the person asked for such and looks at something else. */
export function notify({ title, body, tag }: NotificationContent): void {
  if (notificationState() !== 'on' || (document.visibilityState === 'visible' && document.hasFocus())) return;
  const notice = new Notification(title, { body, tag });
  notice.addEventListener('click', () => {
    window.focus();
    notice.close();
  });
}

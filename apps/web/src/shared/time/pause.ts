/** Resolves after `ms`, or earlier when `event` happens at `target`. */
export const pause = (ms: number, target?: EventTarget, event = ''): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      target?.removeEventListener(event, end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    target?.addEventListener(event, end);
  });

import { useEffect } from 'react';

/** Says in the tab what goes on, for people who look elsewhere meanwhile; gives the title back afterwards. */
export function useTabTitle(text: string | null): void {
  useEffect(() => {
    if (text === null) return undefined;
    const before = document.title;
    const shown = `${text} - ${before}`;
    document.title = shown;
    return () => {
      // Another page has a title of its own by now.
      if (document.title === shown) document.title = before;
    };
  }, [text]);
}

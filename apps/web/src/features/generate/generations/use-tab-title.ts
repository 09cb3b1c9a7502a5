import { useEffect } from 'react';

/** Says in the tab what goes on, for people who look elsewhere meanwhile; gives the title back afterwards. */
export function useTabTitle(text: string | null): void {
  useEffect(() => {
    if (text === null) return undefined;
    const before = document.title;
    document.title = `${text} - ${before}`;
    return () => {
      document.title = before;
    };
  }, [text]);
}

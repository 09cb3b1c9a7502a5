import { useEffect, useRef, type RefObject } from 'react';

/** Whether the page was not left yet, so that an answer that comes late leads nobody on. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

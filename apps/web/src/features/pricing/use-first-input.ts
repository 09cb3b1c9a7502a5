import { useEffect, useState } from 'react';

const INPUTS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll', 'focusin'] as const;

/** Whether somebody is using the page: what only they need is loaded then. */
export function useFirstInput(): boolean {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (isUsed) return;
    const noteInput = () => setUsed(true);
    for (const name of INPUTS) window.addEventListener(name, noteInput, { once: true, passive: true });
    return () => {
      for (const name of INPUTS) window.removeEventListener(name, noteInput);
    };
  }, [isUsed]);
  return isUsed;
}

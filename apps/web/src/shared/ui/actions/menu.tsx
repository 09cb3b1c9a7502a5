import { Suspense, useState } from 'react';
import { lazyPart } from '../../loading/lazy-part';
import type { MenuProps } from './menu-types';
import { MissingControl } from '../feedback/missing-part';
import { Button } from './button';

export const loadMenu = () => import('./menu-popup').then((module) => module.MenuPopup);

const preloadMenu = (): void => {
  if (navigator.onLine) loadMenu().catch(() => undefined);
};

const MenuPopup = lazyPart(loadMenu, MissingControl);

/**
 * A drop-down menu. The machinery behind it is heavy, so it comes when the pointer or the focus comes near; until the
 * first opening the trigger is a plain button.
 */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const plainTrigger = (
    <Button
      variant="plain"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-haspopup="menu"
      aria-expanded={props.open}
      className={props.triggerClassName}
      onPointerEnter={preloadMenu}
      onFocus={preloadMenu}
      onClick={() => {
        setWanted(true);
        props.onOpenChange(!props.open);
      }}
    >
      {props.trigger}
    </Button>
  );
  if (!wanted) return plainTrigger;
  return (
    <Suspense fallback={plainTrigger}>
      <MenuPopup {...props} />
    </Suspense>
  );
}

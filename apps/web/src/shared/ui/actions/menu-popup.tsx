import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Link } from 'react-router-dom';
import { cx } from '../../cx';
import type { MenuEntry, MenuProps } from './menu-types';
import { Button } from './button';

const ITEM =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-sm font-medium outline-none ' +
  'data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0';

function Entry({ entry }: { entry: MenuEntry }) {
  const disabledReason = typeof entry.disabledReason === 'string';
  const inner = (
    <>
      {entry.icon}
      <span className="grid flex-1" lang={entry.lang}>
        <span>{entry.label}</span>
        {disabledReason ? <span className="text-xs font-normal text-ink-3">{entry.disabledReason}</span> : null}
      </span>
      {entry.current ? <Check aria-hidden="true" /> : null}
    </>
  );
  const className = cx(
    ITEM,
    disabledReason ? 'text-ink-3' : entry.danger && 'text-danger-text',
    entry.current && 'text-amber-text',
  );
  const current = entry.current ? ('true' as const) : undefined;
  return (
    <>
      {entry.separated ? <DropdownMenu.Separator className="my-1 h-px bg-line" /> : null}
      <DropdownMenu.Item asChild onSelect={disabledReason ? (event) => event.preventDefault() : entry.onSelect}>
        {entry.to === undefined ? (
          // It stays focusable while it is disabled, so that screen readers say why.
          <Button
            variant="plain"
            aria-disabled={disabledReason || undefined}
            className={cx(className, 'w-full text-start')}
            aria-current={current}
          >
            {inner}
          </Button>
        ) : (
          <Link to={entry.to} className={className} aria-current={current}>
            {inner}
          </Link>
        )}
      </DropdownMenu.Item>
    </>
  );
}

/** A menu that closes because another one opens must not fetch the focus out of that one. */
function keepFocusElsewhere(event: Event): void {
  if (document.activeElement !== document.body) event.preventDefault();
}

/** The loaded menu. Not modal: hiding the rest of the page from screen readers would hide the trigger too. */
export function MenuPopup(props: MenuProps) {
  const { label, describedBy, trigger, triggerClassName, header, entries, open, onOpenChange } = props;
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger aria-label={label} aria-describedby={describedBy} className={triggerClassName}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={keepFocusElsewhere}
          className="z-50 min-w-52 animate-rise rounded-control border border-line bg-raised p-1.5 text-ink shadow-sheet"
        >
          {header ? <div className="border-b border-line px-3 pb-3 pt-2 mb-1.5">{header}</div> : null}
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../actions/button';
import { FADE_PX, fadeEnds } from './fade-ends';

interface TabsProps<V extends string> {
  label: string;
  /** Null where it is not known yet: none is chosen. */
  value: V | null;
  onChange: (value: V) => void;
  tabs: readonly { value: V; label: string; content: ReactNode }[];
  /** Each panel begins with a field: there is nothing before it that Tab had to stop at. */
  fieldFirst?: boolean;
}

/** Only sideways: scrolling into view would move the page too. */
function showInRow(tab: HTMLElement, row: HTMLElement): void {
  const [{ left, right }, seen] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += Math.max(0, right + FADE_PX - seen.right) + Math.min(0, left - FADE_PX - seen.left);
}

/** For the chosen tab. Its words get wider when their font arrives. */
function keepInRow(tab: HTMLElement | null): (() => void) | undefined {
  const row = tab?.parentElement;
  if (!tab || !row) return undefined;
  const observer = new ResizeObserver(() => showInRow(tab, row));
  observer.observe(tab);
  return () => observer.disconnect();
}

/** Where a key leads from the tab at a place of the row. */
const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs with arrow keys; on a narrow screen their row scrolls sideways, and the chosen one is in view. */
export function Tabs<V extends string>({ label, value, onChange, tabs, fieldFirst = false }: TabsProps<V>) {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLButtonElement>, at: number) => {
    const to = STEPS[event.key]?.(at, tabs.length);
    const next = to === undefined ? undefined : tabs[to];
    if (to === undefined || !next || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const target = event.currentTarget.parentElement?.children[to];
    if (target instanceof HTMLElement) target.focus();
    if (next.value !== value) onChange(next.value);
  };
  return (
    <div className="min-w-0">
      <div
        ref={fadeEnds}
        role="tablist"
        aria-label={label}
        className="mb-8 flex gap-1 overflow-x-auto max-lg:-mx-(--gutter) max-lg:px-(--gutter) shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]"
      >
        {tabs.map((tab, at) => (
          <Button
            key={tab.value}
            variant="plain"
            role="tab"
            id={`${id}-${tab.value}-tab`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-${tab.value}`}
            data-state={tab.value === value ? 'active' : 'inactive'}
            tabIndex={tab.value === value ? 0 : -1}
            ref={tab.value === value ? keepInRow : null}
            onClick={() => (tab.value === value ? undefined : onChange(tab.value))}
            onKeyDown={(event) => move(event, at)}
            className={
              'min-h-11 shrink-0 border-b-2 border-transparent px-3 text-sm font-semibold text-ink-3 first:-ms-3 ' +
              'transition-colors duration-120 hover:text-ink data-[state=active]:border-amber-text ' +
              'data-[state=active]:text-ink focus-visible:outline-offset-[-4px]'
            }
          >
            {tab.label}
          </Button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}`}
          aria-labelledby={`${id}-${tab.value}-tab`}
          hidden={tab.value !== value}
          tabIndex={fieldFirst ? undefined : 0}
          className="rounded-control"
        >
          {tab.value === value ? tab.content : null}
        </div>
      ))}
    </div>
  );
}

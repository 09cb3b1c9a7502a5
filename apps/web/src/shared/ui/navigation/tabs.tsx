import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly { value: V; label: string; content: ReactNode }[];
}

/** So much of its neighbour, or of the edge, stays in view beside the chosen one. */
const MARGIN = 16;

/** Only sideways: scrolling into view would move the page too. */
function showInRow(tab: HTMLElement, row: HTMLElement): void {
  const [{ left, right }, seen] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += Math.max(0, right + MARGIN - seen.right) + Math.min(0, left - MARGIN - seen.left);
}

/** For the chosen tab. Its words get wider when their font arrives. */
function keepInRow(tab: HTMLElement | null): (() => void) | undefined {
  const row = tab?.parentElement;
  if (!tab || !row) return undefined;
  const observer = new ResizeObserver(() => showInRow(tab, row));
  observer.observe(tab);
  return () => observer.disconnect();
}

/** Tabs with arrow keys; on a narrow screen their row scrolls sideways, and the chosen one is in view. */
export function Tabs<V extends string>({ label, value, onChange, tabs }: TabsProps<V>) {
  return (
    <RadixTabs.Root
      className="min-w-0"
      value={value}
      onValueChange={(next) => {
        const chosen = tabs.find((tab) => tab.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      <RadixTabs.List
        aria-label={label}
        className="mb-8 flex gap-1 overflow-x-auto max-lg:-mx-(--gutter) max-lg:px-(--gutter) shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            ref={tab.value === value ? keepInRow : null}
            className={
              'min-h-11 shrink-0 border-b-2 border-transparent px-3 text-sm font-semibold text-ink-3 first:-ms-3 ' +
              'transition-colors duration-120 hover:text-ink data-[state=active]:border-amber-text ' +
              'data-[state=active]:text-ink focus-visible:outline-offset-[-4px]'
            }
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="rounded-control">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

import { readStored } from './local-storage';
import { TAB_VALUES, type TabKey } from './stored-values';

/** Session storage that never throws: what it holds lives as long as the tab. */
export function readTab(key: TabKey): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Null takes the value away. */
export function writeTab(key: TabKey, value: unknown): void {
  try {
    if (value === null) window.sessionStorage.removeItem(key);
    else window.sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or withheld: a draft is a convenience.
  }
}

/** Nothing that was written in this tab stays. */
function clearTab(): void {
  try {
    Object.keys(TAB_VALUES).forEach((key) => window.sessionStorage.removeItem(key));
  } catch {
    // Withheld: nothing was kept.
  }
}

/** What a visitor has written becomes this person's; what another person has left here is gone. */
export function claimTab(person: string): void {
  const before = readTab('tab_person');
  if (before === person) return;
  if (before !== null) clearTab();
  writeTab('tab_person', person);
}

/** After a sign-out in any tab: nothing that a person has written in this one stays. */
export function leaveTab(): void {
  if (readStored('signed_out') !== null && readTab('tab_person') !== null) clearTab();
}

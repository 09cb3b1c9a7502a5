import { readFileSync } from 'node:fs';
import type { Rolldown } from 'vite';

type ChunkContext = Rolldown.ChunkingContext;

/** Libraries that every page needs. Listed, because the import graph does not tell what is used of a package. */
const LIBRARIES = new RegExp(
  [
    'rolldown/runtime|rolldown_dynamic_import_helper|vite/preload-helper',
    '/node_modules/(react|react-dom|scheduler|react-redux|use-sync-external-store|react-router|react-router-dom)/',
    '/node_modules/(redux|redux-thunk|i18next)/',
    '/node_modules/react-i18next/dist/es/(?!Trans|index)',
    '/node_modules/lucide-react/dist/esm/(?!icons/)',
  ].join('|'),
);
const ENTRY = /\/web\/src\/main\.tsx$/;
/** Pages that people arrive at: what they share with other pages comes with the frame. */
const FIRST_PAGES = /\/web\/src\/routes\/(home|pricing)\.tsx$/;
/** The query cache and the calls of the API, which these pages do without. */
const QUERY_CACHE = /\/web\/src\/api\/(auth\/session|client\/base-api)\.ts$/;
const CALLS = /@reduxjs\/toolkit\/|\/node_modules\/(immer|reselect)\//;
const CONTROLS =
  /@radix-ui\/(primitive|react-(?!dialog|menu|dropdown|dismissable|focus|popper|portal|tooltip|arrow|popover))/;
const CONTRACTS = /\/contracts\/dist\//;
/** What the frame and the home page use of contracts. */
const CONSTANTS =
  /\/contracts\/dist\/(product|core\/(locales|route)|quota\/(credits|plans)|images\/(options|models)|subscriptions\/terms)\.js$/;
const SHARED =
  /\/web\/src\/(shared|config|entities\/sample|features\/pricing\/plan-figures|features\/subscription\/checkout\/(checkout-choice|waiting-actions))|\/icons\//;
const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/;

const isOurs = (id: string): boolean => id.includes('/web/src/');

/** Whether a module of ours is imported statically, directly or by others, by one that matches. */
function isReachable(id: string, from: RegExp, context: ChunkContext, seen = new Set<string>()): boolean {
  if (from.test(id)) return true;
  seen.add(id);
  const importers = context.getModuleInfo(id)?.importers ?? [];
  return importers.some((next) => isOurs(next) && !seen.has(next) && isReachable(next, from, context, seen));
}

/** Our modules that import from a package, through its own files. */
function importersOfPackage(id: string, context: ChunkContext, found = new Set<string>(), seen = new Set<string>()) {
  seen.add(id);
  for (const next of context.getModuleInfo(id)?.importers ?? []) {
    if (isOurs(next)) found.add(next);
    else if (!seen.has(next)) importersOfPackage(next, context, found, seen);
  }
  return found;
}

/** `undo-2` is imported as `Undo2`. */
const iconName = (file: string): string => file.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

const importsIcon = (id: string, name: string): boolean =>
  new RegExp(`import {[^}]*\\b${name}\\b[^}]*} from 'lucide-react'`).test(readFileSync(id, 'utf8'));

/** The modules of ours that need a module: itself, or those that import the icon. */
function usersOf(id: string, context: ChunkContext): string[] {
  const icon = ICON.exec(id)?.[1];
  if (icon === undefined) return isOurs(id) ? [id] : [];
  return [...importersOfPackage(id, context)].filter((user) => importsIcon(user, iconName(icon)));
}

function groupOf(id: string, context: ChunkContext): string | null {
  // In a group it would be exported instead of run.
  if (ENTRY.test(id)) return null;
  if (LIBRARIES.test(id)) return 'libraries';
  if (CONSTANTS.test(id)) return 'frame';
  if (CALLS.test(id)) return 'query-cache';
  if (CONTRACTS.test(id)) return 'contracts';
  if (CONTROLS.test(id)) return 'controls';
  const users = usersOf(id, context);
  if (users.some((user) => isReachable(user, ENTRY, context))) return 'frame';
  if (SHARED.test(id) && users.some((user) => isReachable(user, FIRST_PAGES, context))) return 'frame';
  return users.some((user) => isReachable(user, QUERY_CACHE, context)) ? 'query-cache' : null;
}

/** Few files for the first view. Everything else is cut by the bundler along its dynamic imports. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [{ name: groupOf, debugName: 'first view' }],
};

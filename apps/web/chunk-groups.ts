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
const ROUTE = /\/web\/src\/routes\//;
/** What the frame adds for people who are signed in. */
const SESSION_FRAME =
  /\/web\/src\/(app\/shell\/signed-in-effects|features\/credits\/credits-chip|features\/session\/account-menu)\.tsx$/;
/** Pages of a session, by what they have in common. */
const SESSION_PAGES: Record<string, RegExp> = {
  lists: /\/web\/src\/routes\/(gallery|favorites)\.tsx$/,
  generate: /\/web\/src\/routes\/generate\.tsx$/,
  profile: /\/web\/src\/routes\/profile\.tsx$/,
  batch: /\/web\/src\/routes\/batch\.tsx$/,
};
const OTHER_PAGES =
  /\/web\/src\/(routes\/(?!gallery|favorites|generate|profile|batch)|features\/developers\/developer-tabs|app\/(not-found|outage-notice))/;
const VIRTUALIZER = /\/node_modules\/@tanstack\//;
const CONTRACTS = /\/contracts\/dist\//;
/** What the frame and the home page use of contracts. */
const CONSTANTS =
  /\/contracts\/dist\/(product|core\/(locales|route)|quota\/(credits|plans)|images\/(options|models)|subscriptions\/(providers|terms))\.js$/;
const SHARED =
  /\/web\/src\/(shared|config|entities\/sample|features\/pricing\/plan-offers|features\/subscription\/checkout\/(checkout-choice|waiting-actions))|\/icons\//;
const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/;

const isOurs = (id: string): boolean => id.includes('/web/src/');

/** The module itself and all of ours that import it statically, directly or by others. */
function dependentsOf(id: string, context: ChunkContext, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of context.getModuleInfo(id)?.importers ?? []) if (isOurs(next)) dependentsOf(next, context, seen);
  return seen;
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

/** Files of icons that are imported by an older name. */
const ICON_ALIASES: Record<string, string> = {
  'circle-exclamation-point': 'CircleAlert',
  'triangle-exclamation-point': 'TriangleAlert',
  trash: 'Trash2',
};

/** `undo-2` is imported as `Undo2`. */
const iconName = (file: string): string =>
  ICON_ALIASES[file] ?? file.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

const importsIcon = (id: string, name: string): boolean =>
  new RegExp(`import {[^}]*\\b${name}\\b[^}]*} from 'lucide-react'`).test(readFileSync(id, 'utf8'));

/** The modules of ours that need a module: itself, or those that import the icon. */
function usersOf(id: string, context: ChunkContext): string[] {
  const icon = ICON.exec(id)?.[1];
  if (icon === undefined) return isOurs(id) ? [id] : [];
  return [...importersOfPackage(id, context)].filter((user) => importsIcon(user, iconName(icon)));
}

/**
 * What several pages share, in one file for all pages, one for the frame of a session and one for its pages. The bundler
 * would cut a file of some hundred bytes for every combination of pages and dialogs.
 */
function groupOfPages(isFrom: (root: RegExp) => boolean): string | null {
  const pages = Object.keys(SESSION_PAGES).filter((name) => isFrom(SESSION_PAGES[name] ?? ENTRY));
  const isInFrame = isFrom(SESSION_FRAME);
  if (isFrom(OTHER_PAGES)) return isInFrame || pages.length > 0 ? 'parts' : null;
  if (isInFrame) return 'session-frame';
  return pages.length > 1 ? 'session-parts' : (pages[0] ?? null);
}

function groupOf(id: string, context: ChunkContext): string | null {
  // In a group it would be exported instead of run.
  if (ENTRY.test(id)) return null;
  if (LIBRARIES.test(id)) return 'libraries';
  if (CONSTANTS.test(id)) return 'frame';
  if (CALLS.test(id)) return 'query-cache';
  if (VIRTUALIZER.test(id)) return 'lists';
  if (CONTRACTS.test(id)) return 'contracts';
  const dependents = new Set<string>();
  usersOf(id, context).forEach((user) => dependentsOf(user, context, dependents));
  const isFrom = (root: RegExp): boolean => [...dependents].some((dependent) => root.test(dependent));
  if (isFrom(ENTRY)) return 'frame';
  if (SHARED.test(id) && isFrom(FIRST_PAGES)) return 'frame';
  if (isFrom(QUERY_CACHE)) return 'query-cache';
  return ROUTE.test(id) ? null : groupOfPages(isFrom);
}

/** Few files for the first view. Everything else is cut by the bundler along its dynamic imports. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [{ name: groupOf, debugName: 'first view' }],
};

import { routes, type ErrorCode, type Route } from '@app/contracts';
import type { SignedIn } from '../support/app.js';
import type { Stage } from './stage.js';

/** What a request carries beside its address. */
export interface Asked {
  by?: SignedIn;
  /** Of the path, not encoded; `'*'` for what a wildcard stands for. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** A request that is refused and changes no row, but for those of tables it `spends`. */
export interface Refused extends Asked {
  spends?: readonly string[];
}

/** Brings the product into the state where the request it answers meets what it is a probe of. */
type Probe<A extends Asked> = (stage: Stage) => A | Promise<A>;

interface Success {
  success: Probe<Asked>;
}
/** One probe for each code, so that a code without one does not compile, and a probe without a code neither. */
type CallProbes<C extends ErrorCode> = [C] extends [never]
  ? Success
  : Success & { refusals: { [code in C]: Probe<Refused> } };

type Routes = typeof routes;
/** Of every call of a group. */
export type GroupProbes<G extends keyof Routes> = {
  [N in keyof Routes[G]]: Routes[G][N] extends Route ? CallProbes<Routes[G][N]['errors'][number]> : never;
};
export type AllProbes = { [G in keyof Routes]: GroupProbes<G> };

/** A call with its probes, as a loop over all of them sees it. */
export interface ProbedCall {
  /** `'images.generate'` */
  name: string;
  route: Route;
  success: Probe<Asked>;
  refusals: readonly (readonly [ErrorCode, Probe<Refused>])[];
}

/** Every route of the contract with what the table has for it; nothing where the table has none. */
export function probedCalls(probes: AllProbes): ProbedCall[] {
  const table = probes as Record<string, Record<string, Partial<Omit<ProbedCall, 'refusals'>> & { refusals?: object }>>;
  return Object.entries(routes).flatMap(([group, members]) =>
    Object.entries(members as Record<string, Route>).flatMap(([name, route]) => {
      const { success, refusals = {} } = table[group]?.[name] ?? {};
      if (!success) return [];
      return [
        { name: `${group}.${name}`, route, success, refusals: Object.entries(refusals) as ProbedCall['refusals'] },
      ];
    }),
  );
}

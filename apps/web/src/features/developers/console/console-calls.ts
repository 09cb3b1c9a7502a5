import type { Route } from '@app/contracts';

export const PARAMETERS = ['id', 'page', 'style', 'prompt', 'model'] as const;
export type Parameter = (typeof PARAMETERS)[number];

/** Calls that can be tried: those that change nothing, and the one that generates. */
export const CONSOLE_CALLS = {
  showCredits: { method: 'GET', path: '/v1/credits', parameters: [] },
  listModels: { method: 'GET', path: '/v1/models', parameters: [] },
  listImages: { method: 'GET', path: '/v1/images', parameters: ['page', 'style'] },
  showImage: { method: 'GET', path: '/v1/images/:id', parameters: ['id'] },
  showGeneration: { method: 'GET', path: '/v1/generations/:id', parameters: ['id'] },
  generate: { method: 'POST', path: '/v1/generate', parameters: ['prompt', 'model', 'style'] },
} as const satisfies Record<string, Pick<Route, 'method' | 'path'> & { parameters: readonly Parameter[] }>;
export type ConsoleCall = keyof typeof CONSOLE_CALLS;
export const CONSOLE_CALL_NAMES = Object.keys(CONSOLE_CALLS) as ConsoleCall[];

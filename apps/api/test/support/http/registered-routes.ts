import { allRoutes, type Route } from '@app/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

export interface RegisteredRoute {
  method: string;
  /** Below `/api`, as contracts write it. */
  path: string;
}

/** The route of the contract that answers there. Fastify makes a HEAD beside each GET. */
export const contractOf = ({ method, path }: RegisteredRoute): Route | undefined =>
  allRoutes.find((route) => route.path === path && route.method === (method === 'HEAD' ? 'GET' : method));

/** Collects what the application really registers; hand `onCreated` to `useApp`. */
export function routeCollector(): { registered: RegisteredRoute[]; onCreated: (app: NestFastifyApplication) => void } {
  const registered: RegisteredRoute[] = [];
  return {
    registered,
    onCreated: (app) =>
      app
        .getHttpAdapter()
        .getInstance()
        .addHook('onRoute', ({ method, url }) => {
          for (const one of [method].flat()) registered.push({ method: one, path: url.replace(/^\/api/, '') });
        }),
  };
}

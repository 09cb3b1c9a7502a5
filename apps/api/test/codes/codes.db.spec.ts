import { codesOf, type ErrorCode } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { routeCollector } from '../support/http/registered-routes.js';
import { probed } from './index.js';
import { Meanwhile } from './meanwhile.js';
import { nameOf, provokeCodes } from './provoke-codes.js';
import { useStage } from './stage.js';

/** Calls of subscriptions have a file of their own, so that none takes too long. */
const isOfSubscriptions = (name: string): boolean => name.startsWith('subscriptions.');

const meanwhile = new Meanwhile();
const { registered, onCreated } = routeCollector();
const stage = useStage({
  onCreated: (app) => {
    onCreated(app);
    app.useGlobalInterceptors(meanwhile);
  },
});

describe('the table of probes', () => {
  test('has each route of the running application, with each of its own codes, and no other', () => {
    const running = registered.filter(({ method }) => method !== 'HEAD');
    expect(running.length).toBeGreaterThan(20);
    expect(probed.map(({ route }) => nameOf(route)).toSorted()).toEqual(running.map(nameOf).toSorted());
    for (const { name, route, refusals } of probed) {
      expect([name, ...refusals.map(([code]) => code).toSorted()]).toEqual([name, ...route.errors.toSorted()]);
    }
  });

  test('leaves to other tests only the codes that calls of a kind share', () => {
    const shared = probed.flatMap(({ route }) => codesOf(route).filter((code) => !route.errors.includes(code)));
    const provenBelow: ErrorCode[] = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
    const provenWithLimits: ErrorCode[] = ['RATE_LIMITED'];
    const provenWithRoutes: ErrorCode[] = [
      'BODY_TOO_LARGE',
      'MALFORMED_BODY',
      'SCOPE_MISSING',
      'UNAUTHENTICATED',
      'UNSUPPORTED_MEDIA_TYPE',
      'VALIDATION_FAILED',
    ];
    expect([...new Set(shared)].toSorted()).toEqual(
      [...provenBelow, ...provenWithLimits, ...provenWithRoutes].toSorted(),
    );
  });
});

provokeCodes(
  stage,
  meanwhile,
  probed.filter(({ name }) => !isOfSubscriptions(name)),
);

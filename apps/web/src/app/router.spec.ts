import { afterEach, expect, it } from '@jest/globals';
import type { LoaderFunction } from 'react-router-dom';
import { makeStore } from '../../test/stores';
import { makeRoutes } from './router';

const { origin } = window.location;

afterEach(() => window.history.replaceState(null, '', '/'));

it.each(['//evil.example/login/', String.raw`/\evil.example/`, '///evil.example//login//', '/zh//evil.example/'])(
  '%s loses the slash at its end without leading to another site',
  async (path) => {
    window.history.replaceState(null, '', origin + path);
    const loader = makeRoutes(makeStore())[0]?.loader as LoaderFunction;
    const answer = await loader({ request: new Request(window.location.href), params: {} } as never);
    const target = new URL((answer as Response).headers.get('location') ?? '', origin);
    expect(target.origin).toBe(origin);
    expect(target.pathname).toMatch(/evil\.example(\/{1,2}login)?$/);
  },
);

/** What each spec file begins with: alone, it is started here; in a group of several, the group starts each. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { endSpec, lastTimer } from './end-of-spec';
import { lookForMessages } from './messages-shown';

export function startSpec(path: string): void {
  let first: number;
  lookForMessages(path);
  beforeAll(() => {
    first = lastTimer();
  });
  beforeEach(() => {
    window.localStorage.clear();
    window.sessionStorage.clear();
  });
  afterEach(cleanup);
  afterAll(() => endSpec(first));
}

const { testPath = '' } = expect.getState();
if (!testPath.endsWith('.group.cjs')) startSpec(testPath);

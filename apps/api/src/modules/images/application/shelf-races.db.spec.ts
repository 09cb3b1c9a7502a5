import { expect, test } from '@jest/globals';
import { everything, WRITES_AGAINST_WRITES } from '../../../../test/support/shelf-races/shelf-pairs.js';
import { useShelfRaces } from '../../../../test/support/shelf-races/shelf-races.js';

const ROUNDS = 200;
const races = useShelfRaces();

test.each(WRITES_AGAINST_WRITES)('$name', ({ plan }) => expect(races.play(ROUNDS, plan)).resolves.toEqual([]), 120_000);

test('everything at once', () => expect(races.play(ROUNDS, everything)).resolves.toEqual([]), 240_000);

import { expect, test } from '@jest/globals';
import { FIRST_WRITES } from '../../../../test/support/images/gallery-races/call-pairs.js';
import { useGalleryRaces } from '../../../../test/support/images/gallery-races/gallery-races.js';

const races = useGalleryRaces();

test.each(FIRST_WRITES)('$name', (pair) => expect(races.play([pair])).resolves.toEqual([]));

import works from './explore-works.json';
import { SAMPLE_WORKS, type SampleWork } from './sample-works';

/** Those of the home page, and more; painted like them. */
export const EXPLORE_WORKS: readonly SampleWork[] = [...SAMPLE_WORKS, ...(works as readonly SampleWork[])];

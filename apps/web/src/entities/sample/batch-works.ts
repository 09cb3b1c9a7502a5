import works from './batch-works.json';
import type { SampleWork } from './sample-works';

/** What the example of a template stands for, in either language; painted like the sample works. */
export const BATCH_WORKS = works as readonly SampleWork[];

import type { Bench } from '../context.js';
import type { Finding } from '../report.js';
import { measureBrowsing } from './browsing.js';
import { measureCrowd, measureReplicas } from './crowd.js';
import { measureDebit } from './debit.js';
import { measureGalleryPage } from './gallery-page.js';
import { measureImageStep } from './image-step.js';
import { measurePages } from './pages.js';
import { measureQueries } from './queries.js';

export interface Benchmark {
  name: string;
  goal: string;
  title: string;
  /** Needs the library of a million images. */
  needsLibrary?: boolean;
  measure: (bench: Bench) => Promise<Finding[]>;
}

export const BENCHMARKS: readonly Benchmark[] = [
  { name: 'browsing', goal: 'P4', title: 'a hundred users at their own pace', measure: measureBrowsing },
  {
    name: 'gallery',
    goal: 'P5',
    title: 'a gallery page beside a conventional Nest application',
    needsLibrary: true,
    measure: measureGalleryPage,
  },
  { name: 'pages', goal: 'P6', title: 'pages of 100,000 images', needsLibrary: true, measure: measurePages },
  {
    name: 'queries',
    goal: 'P7',
    title: 'filters and searches in 100,000 of a million images',
    needsLibrary: true,
    measure: measureQueries,
  },
  { name: 'crowd', goal: 'P8', title: 'a thousand generations at once', measure: measureCrowd },
  {
    name: 'replicas',
    goal: 'P15',
    title: 'a thousand users at once, three APIs and three workers behind nginx',
    measure: measureReplicas,
  },
  { name: 'images', goal: 'P9', title: 'the image step beside one decode per file', measure: measureImageStep },
  {
    name: 'debit',
    goal: 'P12',
    title: '200 requests at once with credits for 120',
    needsLibrary: true,
    measure: measureDebit,
  },
];

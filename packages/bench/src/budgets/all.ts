import type { Bench } from '../context.js';
import type { Finding } from '../report/verdict.js';
import { measureCompletion } from './completion.js';
import { measureCrowd } from './crowd.js';
import { measureDebit } from './debit.js';
import { measureEveryday } from './everyday.js';
import { measureFiles } from './files.js';
import { measureFilters } from './filters.js';
import { measureGenerate } from './generate.js';
import { measureLists } from './lists.js';
import { measureNeighbours } from './neighbours.js';
import { measurePictures } from './pictures.js';
import { measureRequests } from './requests.js';
import { measureSearch } from './search.js';
import { measureStart } from './start.js';
import { measureStreams } from './streams.js';

export interface Part {
  /** What it is called on the command line. */
  name: string;
  title: string;
  /** Needs none of the prepared pictures. */
  isAlone?: boolean;
  /** Takes minutes and is done once, not in rounds. */
  isOnce?: boolean;
  measure: (bench: Bench) => Promise<Finding[]>;
}

export const PARTS: Part[] = [
  { name: 'requests', title: 'Requests beside bare node:http and a conventional stack', measure: measureRequests },
  { name: 'lists', title: 'Pages of 100,000 pictures', measure: measureLists },
  { name: 'filters', title: 'Filters and sorts of 100,000 pictures', measure: measureFilters },
  { name: 'search', title: 'Search in a history of 100,000 among a million pictures', measure: measureSearch },
  { name: 'debit', title: 'Taking credits and accepting a picture', measure: measureDebit },
  { name: 'generate', title: 'Asking for a picture', measure: measureGenerate },
  { name: 'completion', title: 'From the request to the picture', measure: measureCompletion },
  { name: 'pictures', title: 'The image step beside a decode for each file', measure: measurePictures },
  { name: 'neighbours', title: 'People beside image work', measure: measureNeighbours },
  { name: 'files', title: 'A thumbnail by its signed address', measure: measureFiles },
  { name: 'streams', title: 'Idle event streams', isAlone: true, measure: measureStreams },
  {
    name: 'everyday',
    title: 'A hundred people at their own pace',
    isAlone: true,
    isOnce: true,
    measure: measureEveryday,
  },
  {
    name: 'crowd',
    title: 'A crowd that asks for pictures at once',
    isAlone: true,
    isOnce: true,
    measure: measureCrowd,
  },
  { name: 'start', title: 'Starting the api', isAlone: true, measure: measureStart },
];

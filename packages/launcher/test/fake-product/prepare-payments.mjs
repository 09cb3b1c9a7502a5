import { note } from './part.mjs';

note('prices made');

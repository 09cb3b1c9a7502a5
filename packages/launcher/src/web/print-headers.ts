/**
 * Prints the headers of pages as lines for nginx. `${IMAGE_ORIGINS}` stands where further origins of images belong, to be
 * filled in like the rest of the configuration. `--analytics`: for a web app that was built with an id of it.
 */
import { nginxHeaders } from './security-headers.js';

process.stdout.write(nginxHeaders(['${IMAGE_ORIGINS}'], process.argv.includes('--analytics')));

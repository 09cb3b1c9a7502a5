import { DEFAULT_PRODUCT_NAME, openApiDocument } from '@app/contracts';
import { writeFileSync } from 'node:fs';

/** Writes the description of the API to the file that the first argument names. */
const [, , file = 'openapi.json'] = process.argv;
writeFileSync(file, `${JSON.stringify(openApiDocument(DEFAULT_PRODUCT_NAME), null, 2)}\n`);

import { envExample } from './platform/config/env-example.js';

process.stdout.write(envExample());

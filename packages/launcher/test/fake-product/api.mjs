import { createServer } from 'node:http';
import { begin } from './part.mjs';

if (process.env.FAKE_API === 'fails') {
  console.error('Error: the settings of the API are wrong');
  process.exit(1);
}
if (process.env.FAKE_API !== 'never ready') {
  createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    // What a test lets it say of its models.
    const models = request.url === '/api/images/models' ? process.env.FAKE_MODELS : undefined;
    response.end(models ?? JSON.stringify({ pid: process.pid, path: request.url }));
  }).listen(Number(process.env.HTTP_PORT), process.env.HTTP_HOST, () => begin('api'));
} else {
  setInterval(() => undefined, 1000);
}

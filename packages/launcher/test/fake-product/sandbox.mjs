import { createServer } from 'node:http';
import { begin } from './part.mjs';

createServer((_request, response) => response.end('sandbox')).listen(Number(process.env.SANDBOX_PORT), '127.0.0.1');
const url = process.env.SANDBOX_PUBLIC_URL;
begin('sandbox', {
  adminPageUrl: `${url}/desk`,
  inboxUrl: `${url}/mail`,
  environment: {
    GOOGLE_CLIENT_ID: 'fake-google',
    GOOGLE_CLIENT_SECRET: 'fake-google-secret',
    GOOGLE_BASE_URL: `${url}/google`,
    GITHUB_CLIENT_ID: 'fake-github',
    GITHUB_CLIENT_SECRET: 'fake-github-secret',
    GITHUB_BASE_URL: `${url}/github`,
    SMTP_URL: 'smtp://127.0.0.1:2525',
  },
});

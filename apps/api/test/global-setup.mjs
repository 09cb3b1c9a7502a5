import { findNginx } from '@app/sandbox/nginx';
import { createTestServices } from '@app/sandbox/test-services';

/** Why there is no nginx, or nothing. Only the tests that need it fail. */
async function whyNoNginx() {
  try {
    await findNginx((message) => console.log(message));
    return '';
  } catch (error) {
    return error.message;
  }
}

/**
 * Starts one Postgres and one Redis for the whole run, unless the caller gives addresses of its own. Each test file
 * creates its own database in it. Images lie beside them, in memory where there is enough: a disk takes ten times as long
 * to have written each for good.
 */
export default async function setUp() {
  process.env.TEST_NGINX_MISSING = await whyNoNginx();
  if (process.env.TEST_DATABASE_URL) return;
  const services = await createTestServices();
  process.env.TEST_DATABASE_URL = services.databaseUrl;
  process.env.TEST_REDIS_URL = services.redisUrl;
  process.env.TEST_FILES_DIR = services.filesDir;
  globalThis.__testServices = services;
}

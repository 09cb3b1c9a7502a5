import { createTestServices } from '@app/sandbox/test-services';

/** One Postgres and one Redis for the whole run; each test file makes its own database in it. */
export default async function setUp() {
  const services = await createTestServices();
  process.env.TEST_DATABASE_URL = services.databaseUrl;
  process.env.TEST_REDIS_URL = services.redisUrl;
  globalThis.__testServices = services;
}

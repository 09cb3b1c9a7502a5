import { createTestServices } from '@app/sandbox/test-services';

/** A Postgres and a Redis for the run. */
export default async function setUp() {
  const services = await createTestServices();
  process.env.TEST_DATABASE_URL = services.databaseUrl;
  process.env.TEST_REDIS_URL = services.redisUrl;
  globalThis.__testServices = services;
}

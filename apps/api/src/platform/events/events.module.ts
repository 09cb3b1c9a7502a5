import { Global, Module } from '@nestjs/common';
import { RedisUserEvents } from './redis-user-events.js';
import { USER_EVENTS } from './user-events.js';

@Global()
@Module({
  providers: [RedisUserEvents, { provide: USER_EVENTS, useExisting: RedisUserEvents }],
  exports: [USER_EVENTS],
})
export class EventsModule {}

import { Global, Module } from '@nestjs/common';
import { Limiters } from './limiters.js';

@Global()
@Module({ providers: [Limiters], exports: [Limiters] })
export class ThrottleModule {}

import { dailyBonusCalls, type Answer } from '@app/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { localeOf } from '../../../platform/http/accept-language.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { UserDirectory } from '../../users/index.js';
import { DailyBonus } from '../application/daily-bonus.js';
import { BONUS_TEXTS } from '../domain/bonus-texts.js';

@Controller()
export class DailyBonusController {
  constructor(
    private readonly bonus: DailyBonus,
    private readonly directory: UserDirectory,
  ) {}

  @Endpoint(dailyBonusCalls.status)
  status(@CurrentUser() { userId }: Principal): Promise<Answer<'dailyBonus.status'>> {
    return this.bonus.status(userId);
  }

  @Endpoint(dailyBonusCalls.claim)
  async claim(
    @CurrentUser() { userId }: Principal,
    @Req() request: FastifyRequest,
  ): Promise<Answer<'dailyBonus.claim'>> {
    const outcome = await this.bonus.claim(userId);
    return {
      user: await this.directory.find(userId),
      dailyBonusClaimed: outcome === 'claimed',
      bonusMessage: BONUS_TEXTS[outcome][localeOf(request.headers['accept-language'])],
    };
  }
}

import type { Answer } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { GenerationEntity } from '../../shared/generation.entity.js';
import { GalleryCountersEntity } from '../gallery-counters.entity.js';
import { PromptUseEntity } from './prompt-use.entity.js';

/** Triggers count the uses of each prompt and keep their order. */
@Injectable()
export class ListPrompts {
  constructor(
    @InjectRepository(PromptUseEntity) private readonly uses: Repository<PromptUseEntity>,
    @InjectRepository(GenerationEntity) private readonly generations: Repository<GenerationEntity>,
    @InjectRepository(GalleryCountersEntity) private readonly counters: Repository<GalleryCountersEntity>,
  ) {}

  async page(userId: string, { page, limit }: { page: number; limit: number }): Promise<Answer<'images.prompts'>> {
    const uses = await this.uses.find({
      where: { userId },
      order: { lastSeq: 'DESC' },
      skip: (page - 1) * limit,
      take: limit,
    });
    const generations = await this.generations.findBy({ userId, seq: In(uses.map(({ lastSeq }) => lastSeq)) });
    const bySeq = new Map(generations.map((generation) => [generation.seq, generation]));
    const counters = await this.counters.findOneBy({ userId });
    const data = uses.flatMap(({ uses: count, lastSeq }) => {
      const last = bySeq.get(lastSeq);
      if (!last) return [];
      const { prompt, negativePrompt, model, style, size } = last;
      const lastUse = { last_used_at: last.createdAt.toISOString(), generation_id: last.id, model, style, size };
      return [{ prompt, negative_prompt: negativePrompt, count, ...lastUse }];
    });
    return { data, page, limit, total: counters?.promptCount ?? 0 };
  }
}

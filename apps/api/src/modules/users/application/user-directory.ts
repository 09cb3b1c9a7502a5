import type { User } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { AppError } from '../../../platform/errors/app-error.js';
import { UserEntity } from '../persistence/user.entity.js';

@Injectable()
export class UserDirectory {
  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  async find(userId: string): Promise<User> {
    const user = await this.users.findOneBy({ id: userId, deletedAt: IsNull() });
    if (!user) throw new AppError('UNAUTHENTICATED');
    return {
      id: user.id,
      email: user.email,
      email_verified: user.emailVerified,
      name: user.name,
      avatar_url: user.avatarUrl,
      subscription_status: user.plan,
      created_at: user.createdAt.toISOString(),
    };
  }
}

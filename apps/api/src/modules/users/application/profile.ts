import type { Preferences, User } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { AppError } from '../../../platform/errors/app-error.js';
import { UserEntity } from '../persistence/user.entity.js';
import { UserDirectory } from './user-directory.js';

@Injectable()
export class Profile {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly directory: UserDirectory,
  ) {}

  async rename(userId: string, name: string): Promise<User> {
    await this.users.update({ id: userId, deletedAt: IsNull() }, { name });
    return this.directory.find(userId);
  }

  async preferences(userId: string): Promise<Preferences> {
    const user = await this.users.findOne({
      select: { id: true, emailNotifications: true, marketingEmails: true, language: true, timezone: true },
      where: { id: userId, deletedAt: IsNull() },
    });
    if (!user) throw new AppError('UNAUTHENTICATED');
    const { emailNotifications, marketingEmails, language, timezone } = user;
    return { emailNotifications, marketingEmails, language, timezone };
  }

  async changePreferences(userId: string, changes: Partial<Preferences>): Promise<Preferences> {
    if (Object.keys(changes).length > 0) await this.users.update({ id: userId, deletedAt: IsNull() }, changes);
    return this.preferences(userId);
  }
}

import type { User } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isoTimestamp, prepared } from '../../../platform/database/prepared.js';
import { AppError } from '../../../platform/errors/app-error.js';

const USER = {
  name: 'user_view',
  text: `select id, email, email_verified, name, avatar_url, plan as subscription_status,
                ${isoTimestamp('created_at')} as created_at
           from users where id = $1 and deleted_at is null`,
};

/** Who someone is, as every answer shows them. */
@Injectable()
export class UserDirectory {
  constructor(private readonly dataSource: DataSource) {}

  /** The user as on the wire. Throws `UNAUTHENTICATED` for an account that was removed meanwhile. */
  async find(userId: string): Promise<User> {
    const [user] = await prepared<User>(this.dataSource, USER, [userId]);
    if (!user) throw new AppError('UNAUTHENTICATED');
    return user;
  }
}

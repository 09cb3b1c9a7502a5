import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Profile } from './application/profile.js';
import { ResolveIdentity } from './application/resolve-identity.js';
import { UserDirectory } from './application/user-directory.js';
import { UsersController } from './http/users.controller.js';
import { UserEntity } from './persistence/user.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([UserEntity])],
  controllers: [UsersController],
  providers: [UserDirectory, Profile, ResolveIdentity],
  exports: [UserDirectory, Profile, ResolveIdentity],
})
export class UsersModule {}

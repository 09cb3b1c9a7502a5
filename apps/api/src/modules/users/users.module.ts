import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountErasers } from './application/account-erasers.js';
import { AccountExporters } from './application/account-exporters.js';
import { ExportSignIns } from './application/export-sign-ins.js';
import { PersonMails } from './application/person-mails.js';
import { Profile } from './application/profile.js';
import { RemoveAccount } from './application/remove-account.js';
import { ResolveIdentity } from './application/resolve-identity.js';
import { SetPlan } from './application/set-plan.js';
import { Unsubscribe } from './application/unsubscribe.js';
import { UserDirectory } from './application/user-directory.js';
import { AccountController } from './http/account.controller.js';
import { UsersController } from './http/users.controller.js';
import { RemovalSweeper } from './jobs/removal-sweeper.js';
import { AccountRemovalEntity } from './persistence/account-removal.entity.js';
import { IdentityEntity } from './persistence/identity.entity.js';
import { UserEntity } from './persistence/user.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([UserEntity, IdentityEntity, AccountRemovalEntity])],
  controllers: [UsersController, AccountController],
  providers: [
    UserDirectory,
    Profile,
    PersonMails,
    Unsubscribe,
    ResolveIdentity,
    SetPlan,
    AccountErasers,
    AccountExporters,
    ExportSignIns,
    RemoveAccount,
    RemovalSweeper,
  ],
  exports: [
    UserDirectory,
    Profile,
    PersonMails,
    Unsubscribe,
    ResolveIdentity,
    SetPlan,
    AccountErasers,
    AccountExporters,
    RemoveAccount,
  ],
})
export class UsersModule {}

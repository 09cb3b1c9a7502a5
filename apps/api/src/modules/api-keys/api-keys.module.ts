import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/index.js';
import { ApiKeyAuthenticator } from './application/api-key-authenticator.js';
import { EraseApiKeys } from './application/erase-api-keys.js';
import { ExportApiKeys } from './application/export-api-keys.js';
import { IssueApiKeys } from './application/issue-api-keys.js';
import { ManageApiKeys } from './application/manage-api-keys.js';
import { ApiKeysController } from './http/api-keys.controller.js';
import { KeyMailer } from './jobs/key-mailer.js';
import { RequestCounts } from './jobs/request-counts.js';
import { ApiKeyEntity } from './persistence/api-key.entity.js';
import { ApiKeys } from './persistence/api-keys.js';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKeyEntity]), UsersModule],
  controllers: [ApiKeysController],
  providers: [
    ApiKeys,
    ApiKeyAuthenticator,
    EraseApiKeys,
    ExportApiKeys,
    IssueApiKeys,
    KeyMailer,
    ManageApiKeys,
    RequestCounts,
  ],
  exports: [ApiKeyAuthenticator],
})
export class ApiKeysModule {}

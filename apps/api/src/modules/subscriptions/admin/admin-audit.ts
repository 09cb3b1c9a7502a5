import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AdminAuditEntity } from '../persistence/admin-audit.entity.js';
import type { AdminCommand } from './admin-command.js';

/** Written before the command takes effect, so that nothing is done without a trace. */
@Injectable()
export class AdminAudit {
  constructor(private readonly dataSource: DataSource) {}

  async record(
    command: AdminCommand,
    userId: string | null,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    const { by: actor, name: action, ...details } = command;
    await manager.insert(AdminAuditEntity, { actor, action, userId, details });
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- The session that asked for the ticket, which ends with it. Null for a request without a session.
alter table export_tickets add column session_id uuid references sessions on delete cascade;
create index export_tickets_by_session on export_tickets (session_id);
`;

const DOWN = `
alter table export_tickets drop column session_id;
`;

export class TicketSessions0018 implements MigrationInterface {
  readonly name = 'TicketSessions1760000000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

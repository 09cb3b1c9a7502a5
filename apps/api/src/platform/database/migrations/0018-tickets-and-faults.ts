import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
-- The session that asked for the ticket, which ends with it. Null for a request without a session.
alter table export_tickets add column session_id uuid references sessions on delete cascade;
create index export_tickets_by_session on export_tickets (session_id);

-- Generations of the faults in a row that may be the fault of a prompt, so that no single person closes an engine.
alter table engine_health add column fault_generations uuid[] not null default '{}';
`;

const DOWN = `
alter table engine_health drop column fault_generations;
alter table export_tickets drop column session_id;
`;

export class TicketsAndFaults0018 implements MigrationInterface {
  readonly name = 'TicketsAndFaults1760000000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

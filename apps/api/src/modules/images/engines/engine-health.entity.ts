import type { EngineId, GenerationErrorCode } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('engine_health')
export class EngineHealthEntity {
  @PrimaryColumn('text')
  engine: EngineId;

  @Column('integer')
  faults: number;

  @Column('integer')
  openings: number;

  @Column('timestamptz', { name: 'open_until', nullable: true })
  openUntil: Date | null;

  @Column('text', { name: 'probe_owner', nullable: true })
  probeOwner: string | null;

  @Column('timestamptz', { name: 'probe_until', nullable: true })
  probeUntil: Date | null;

  @Column('text', { name: 'last_error_code', nullable: true })
  lastErrorCode: GenerationErrorCode | null;

  /** Generations whose faults since the last answer may be due to their prompts. */
  @Column('uuid', { name: 'fault_generations', array: true })
  faultGenerations: string[];

  @Column('timestamptz', { name: 'changed_at' })
  changedAt: Date;
}

import type { EngineId } from '@app/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('worker_slots')
export class WorkerSlotEntity {
  @PrimaryColumn('uuid', { name: 'worker_id' })
  workerId: string;

  @PrimaryColumn('text')
  engine: EngineId;

  @Column('integer')
  slots: number;

  @Column('timestamptz')
  until: Date;
}

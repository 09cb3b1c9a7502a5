import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('admin_audit')
export class AdminAuditEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  actor: string;

  @Column('text')
  action: string;

  @Column('uuid', { name: 'user_id', nullable: true })
  userId: string | null;

  @Column('jsonb', { default: {} })
  details: object;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}

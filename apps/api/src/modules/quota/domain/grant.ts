import type { GrantKind } from '@app/contracts';

export interface Grant {
  userId: string;
  kind: GrantKind;
  /** Names the paid fact, e.g. `bonus:{identity}:{day}`: a second grant for it changes nothing. */
  sourceKey: string;
  units: number;
  expiresAt: Date | null;
  /** Of a plan's credits: when the next ones are due, which people are told. Those may be late: see `expiresAt`. */
  monthEndsAt?: Date | null;
}

export type Lifetime = Pick<Grant, 'expiresAt' | 'monthEndsAt'>;

/** For credits given back after a revocation, e.g. because its dispute was won. */
export const restoredKey = (sourceKey: string): string => `restore:${sourceKey}`;

export interface Revocation {
  takenUnits: number;
  debtUnits: number;
}

export interface ImageHold {
  imageId: string;
  units: number;
}

export interface Balance {
  availableUnits: number;
  reservedUnits: number;
}

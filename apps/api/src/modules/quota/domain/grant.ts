import type { GrantKind } from '@app/contracts';

export interface Grant {
  userId: string;
  kind: GrantKind;
  /** Names the paid fact, e.g. `bonus:{identity}:{day}`: a second grant for it changes nothing. */
  sourceKey: string;
  units: number;
  expiresAt: Date | null;
}

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

import type { GrantKind } from '@app/contracts';

export interface Grant {
  userId: string;
  kind: GrantKind;
  /** Names the fact that is paid for, e.g. `bonus:{identity}:{day}`: a second grant for the same fact changes nothing. */
  sourceKey: string;
  units: number;
  /** Null for credits that do not expire. */
  expiresAt: Date | null;
}

/** Of the credits that were given back of a grant that had been revoked, e.g. since its dispute was won. */
export const restoredKey = (sourceKey: string): string => `restore:${sourceKey}`;

export interface Revocation {
  /** What was left of the grant. */
  takenUnits: number;
  /** What was held or spent of it. */
  debtUnits: number;
}

export interface ImageHold {
  imageId: string;
  units: number;
}

export interface Balance {
  /** Free to spend now. */
  availableUnits: number;
  /** Held for open pictures. */
  reservedUnits: number;
}

import type { User } from '@app/contracts';
import type { SessionState } from './session-slice';
import { useAppSelector } from '../state';

/** Who is signed in; null for a visitor and as long as it is not known. */
export const useUser = (): User | null => useAppSelector((state) => state.session.user);
export const useSessionPhase = (): SessionState['phase'] => useAppSelector((state) => state.session.phase);

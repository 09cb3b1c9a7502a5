import type { User } from '@app/contracts';
import { useSelector } from 'react-redux';
import type { ApiState } from '../client/api-state';
import type { SessionState } from './session-slice';

/** Who is signed in; null for a visitor and as long as it is not known. */
export const useUser = (): User | null => useSelector((state: ApiState) => state.session.user);
export const useSessionPhase = (): SessionState['phase'] => useSelector((state: ApiState) => state.session.phase);

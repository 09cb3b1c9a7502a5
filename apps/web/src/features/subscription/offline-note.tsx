import { useOnline } from '../../shared/browser/use-online';

/** Why a button cannot be pressed while there is no network. */
export function OfflineNote({ children }: { children: string }) {
  const online = useOnline();
  return (
    <p role="status" className="text-sm text-danger-text empty:hidden">
      {online ? null : children}
    </p>
  );
}

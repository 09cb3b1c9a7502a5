import { useDelayed } from '../../shared/hooks/use-delayed';
import { Spinner } from '../../shared/ui/feedback/spinner';

/** Before the first page is there; nothing at all if that is quick. */
export function Splash() {
  const visible = useDelayed(true, 400);
  return (
    <div aria-busy="true" className="grid min-h-dvh place-items-center text-amber-text">
      {visible ? <Spinner className="size-7" /> : null}
    </div>
  );
}

interface ProgressProps {
  label: string;
  /** 0..1; null = nobody knows, which is shown as such. */
  value: number | null;
}

/** Only what is really known: without a value something moves and claims nothing. */
export function Progress({ label, value }: ProgressProps) {
  const percent = value === null ? null : Math.round(Math.min(Math.max(value, 0), 1) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="h-1.5 overflow-hidden rounded-pill bg-hover"
    >
      <div
        className={
          percent === null
            ? 'h-full w-1/3 animate-slide bg-amber motion-reduce:hidden'
            : 'h-full bg-amber transition-[width] duration-200'
        }
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}

export function LoadingLine() {
  return (
    <div role="presentation" className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden">
      <div className="h-full animate-breathe bg-amber" />
    </div>
  );
}

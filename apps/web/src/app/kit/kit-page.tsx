export function KitPage() {
  return <div className="page grid gap-18 py-12" />;
}

/** A field that Node adds to its errors (`code`, `stderr`); empty if there is none or it is no text. */
export function errorField(error: unknown, field: string): string {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : '';
}

/** SQL of a field's value: of a text that goes between quotes as it is, or of finished JSON. */
export type JsonField = { plain: string } | { json: string };

/** A text without anything that JSON would escape: ids, words of ours, base64. Never null. */
export const plain = (sql: string): JsonField => ({ plain: sql });
/** The same, or null. */
export const plainOrNull = (sql: string): JsonField => ({ json: `coalesce('"' || ${sql} || '"', 'null')` });
/** Any text, or null. */
export const text = (sql: string): JsonField => ({ json: `coalesce(to_json(${sql})::text, 'null')` });
/** A number or a truth value. Never null. */
export const bare = (sql: string): JsonField => ({ json: sql });

/**
 * SQL of the text of a JSON object that is left open: the closing brace is missing, so that more fields can follow. Much
 * cheaper than `json_build_object`, which looks up the type of each key and value anew for every row. A null where the
 * field's kind allows none makes all of it null.
 */
export function openObject(fields: Record<string, JsonField>): string {
  const parts: string[] = [];
  let literal = '{';
  for (const [index, [name, field]] of Object.entries(fields).entries()) {
    literal += `${index === 0 ? '' : ','}"${name}":`;
    const isPlain = 'plain' in field;
    parts.push(`'${literal}${isPlain ? '"' : ''}'`, isPlain ? field.plain : field.json);
    literal = isPlain ? '"' : '';
  }
  return [...parts, `'${literal}'`].join(' || ');
}

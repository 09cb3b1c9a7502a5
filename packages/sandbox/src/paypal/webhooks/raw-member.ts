/**
 * The text of a member of a JSON object as it was written, since a signature covers bytes: an event that was parsed and
 * written again in another form must not verify.
 * @param json a JSON object that is known to be well formed
 */
export function rawMember(json: string, name: string): string | undefined {
  let at = json.indexOf('{') + 1;
  while (at < json.length) {
    const keyStart = json.indexOf('"', at);
    if (keyStart < 0) return undefined;
    const keyEnd = endOfString(json, keyStart);
    const valueStart = skipSpace(json, json.indexOf(':', keyEnd) + 1);
    const valueEnd = endOfValue(json, valueStart);
    if (JSON.parse(json.slice(keyStart, keyEnd)) === name) return json.slice(valueStart, valueEnd).trimEnd();
    at = valueEnd + 1;
  }
  return undefined;
}

const skipSpace = (json: string, from: number): number =>
  from + (/^\s*/.exec(json.slice(from, from + 64))?.[0].length ?? 0);

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** Up to the comma or bracket that follows it. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else {
      if (depth === 0 && (character === ',' || character === '}')) return at;
      if (character === '{' || character === '[') depth += 1;
      if (character === '}' || character === ']') depth -= 1;
      at += 1;
    }
  }
  return at;
}

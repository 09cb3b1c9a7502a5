const PERMISSIVE = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 Python-2.0 Unlicense'.split(
    ' ',
  ),
);

/**
 * Of an SPDX expression: `A OR B` leaves the choice, `A AND B` asks for both and binds closer. What cannot be read is
 * not permissive.
 */
export function isPermissive(expression) {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  const follows = (word) => words[0] === word && words.shift() === word;
  const one = () => {
    if (!follows('(')) return PERMISSIVE.has(words.shift());
    const inner = any();
    return follows(')') && inner;
  };
  const all = () => {
    let result = one();
    while (follows('AND')) result = one() && result;
    return result;
  };
  const any = () => {
    let result = all();
    while (follows('OR')) result = all() || result;
    return result;
  };
  return any() && words.length === 0;
}

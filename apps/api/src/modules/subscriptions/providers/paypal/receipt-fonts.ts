type Font = 'F1' | 'F2' | 'F3';

/** Beyond Latin-1, from code 128 on; blanks are codes without a character. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const MARKS: Record<string, string> = {
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0302': 'circumflex',
  '\u0304': 'macron',
  '\u0306': 'breve',
  '\u0307': 'dotaccent',
  '\u030a': 'ring',
  '\u030b': 'hungarumlaut',
  '\u030c': 'caron',
  '\u0326': 'commaaccent',
  '\u0327': 'cedilla',
  '\u0328': 'ogonek',
};
const LETTERS: Record<string, string> = { Ł: 'Lslash', ł: 'lslash', Đ: 'Dcroat', đ: 'dcroat', ı: 'dotlessi' };

/** Thousandths of the font's size. */
const LATIN_WIDTH = 667;
const WIDE_WIDTH = 1000;
const LINE_WIDTH = 43_000;

/**
 * Three that every reader has or replaces, so none is embedded: Helvetica (F1), its letters of Central Europe and Turkey
 * by their names (F2), and a Chinese one that also has Cyrillic and Greek (F3). Other scripts show as boxes.
 */
export class ReceiptFonts {
  /** Letters of F2, in the order of their codes. */
  private readonly letters: string[] = [];

  /** At spaces where there are any. */
  wrap(line: string): string[] {
    const lines: string[] = [];
    let rest = line;
    for (let fits = fitting(rest); fits < rest.length; fits = fitting(rest)) {
      const space = rest.lastIndexOf(' ', fits);
      const end = space > 0 ? space : fits;
      lines.push(rest.slice(0, end));
      rest = rest.slice(end).trimStart();
    }
    return [...lines, rest];
  }

  draw(line: string, size: number): string {
    return runsOf(line)
      .map(({ font, text }) => `/${font} ${size} Tf ${this.shown(font, text)} Tj`)
      .join(' ');
  }

  /** Of everything that was drawn; `first`: the number of the first object. */
  objects(first: number): { names: string; objects: string[] } {
    const glyphs = this.letters.map((letter) => `/${glyphName(letter)}`).join(' ');
    const helvetica = (encoding: string): string =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding ${encoding} >>`;
    const song =
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light ' +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 5 >> /DW 1000 /FontDescriptor ${first + 4} 0 R >>`;
    return {
      names: `/F1 ${first} 0 R /F2 ${first + 1} 0 R /F3 ${first + 2} 0 R`,
      objects: [
        helvetica('/WinAnsiEncoding'),
        helvetica(`<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [128 ${glyphs}] >>`),
        `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [${first + 3} 0 R] >>`,
        song,
        '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
      ],
    };
  }

  private shown(font: Font, text: string): string {
    if (font === 'F3') return `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
    const codes = [...text].map((letter) => (font === 'F1' ? windowsCode(letter) : this.codeOf(letter)));
    return `(${String.fromCharCode(...codes).replaceAll(/[\\()]/g, (character) => `\\${character}`)})`;
  }

  private codeOf(letter: string): number {
    if (!this.letters.includes(letter)) this.letters.push(letter);
    return 128 + this.letters.indexOf(letter);
  }
}

function windowsCode(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  const index = letter === ' ' ? -1 : WINDOWS.indexOf(letter);
  return index >= 0 ? 128 + index : code;
}

const isWindows = (letter: string): boolean =>
  /^[\u0020-\u007e\u00a0-\u00ff]$/.test(letter) || WINDOWS.includes(letter);

/** By Adobe's list of glyph names; undefined for what Helvetica does not have. */
function glyphName(letter: string): string | undefined {
  if (Object.hasOwn(LETTERS, letter)) return LETTERS[letter];
  const [base = '', mark = '', ...more] = letter.normalize('NFD');
  if (!/^[A-Za-z]$/.test(base) || !Object.hasOwn(MARKS, mark) || more.length > 0) return undefined;
  // Unicode calls the comma below these letters a cedilla.
  const name = mark === '\u0327' && !/[CcSs]/.test(base) ? 'commaaccent' : MARKS[mark];
  return `${base}${name}`;
}

const fontOf = (letter: string): Font => (isWindows(letter) ? 'F1' : glyphName(letter) === undefined ? 'F3' : 'F2');

function runsOf(line: string): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = [];
  for (const letter of line) {
    const font = fontOf(letter);
    const last = runs.at(-1);
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}

/** How much of a text, in code units, one line holds. */
function fitting(text: string): number {
  let width = 0;
  let end = 0;
  for (const letter of text) {
    width += fontOf(letter) === 'F3' ? WIDE_WIDTH : LATIN_WIDTH;
    if (width > LINE_WIDTH) return end;
    end += letter.length;
  }
  return end;
}

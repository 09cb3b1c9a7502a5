interface UnderstoodPromptProps {
  prompt: string;
  /** Ranges in code points, in order, as the engine reported them. */
  ranges: readonly { start: number; end: number }[];
}

export function UnderstoodPrompt({ prompt, ranges }: UnderstoodPromptProps) {
  const chars = [...prompt];
  const parts: { text: string; marked: boolean; at: number }[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at || end <= start) continue;
    if (start > at) parts.push({ text: chars.slice(at, start).join(''), marked: false, at });
    parts.push({ text: chars.slice(start, end).join(''), marked: true, at: start });
    at = end;
  }
  if (at < chars.length) parts.push({ text: chars.slice(at).join(''), marked: false, at });
  return (
    <>
      {parts.map((part) =>
        part.marked ? (
          <u key={part.at} className="decoration-amber-text decoration-2 underline-offset-4">
            {part.text}
          </u>
        ) : (
          <span key={part.at}>{part.text}</span>
        ),
      )}
    </>
  );
}

import { KitSection } from './kit-section';

const FILLS = [
  ['bg-bg', 'text-ink'],
  ['bg-surface', 'text-ink'],
  ['bg-raised', 'text-ink-2'],
  ['bg-surround', 'text-ink-3'],
  ['bg-amber', 'text-on-amber'],
  ['bg-amber-tint', 'text-on-amber-tint'],
  ['bg-danger', 'text-on-danger'],
  ['bg-danger-tint', 'text-danger-text'],
  ['bg-scrim', 'text-on-scrim'],
  ['bg-bg', 'text-mark'],
  ['bg-bg', 'text-amber-text'],
  ['bg-bg', 'text-ok-text'],
  ['bg-bg', 'text-info-text'],
] as const;

const SIZES = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl', 'text-hero'] as const;

export function KitColours() {
  return (
    <KitSection title="Colour and type">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-7">
        {FILLS.map(([fill, text]) => (
          <li
            key={fill + text}
            className={`grid h-18 content-end rounded-control border border-line p-2 text-xs ${fill} ${text}`}
          >
            {fill.slice(3)}
            <br />
            {text.slice(5)}
          </li>
        ))}
      </ul>
      <ul className="grid gap-2">
        {SIZES.map((size) => (
          <li key={size} className={`display truncate ${size}`}>
            Print 显影 0147 · {size}
          </li>
        ))}
      </ul>
    </KitSection>
  );
}

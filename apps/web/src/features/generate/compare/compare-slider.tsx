import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { MoveHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ResponsiveImage } from '../../../shared/ui/images/responsive-image';
import { boxOf, type Compared } from './compared';

export interface Pair {
  before: Compared;
  after: Compared;
}

const MIDDLE = 50;
const SIZES_ATTRIBUTE = '(min-width: 1024px) 70vw, 100vw';

export function CompareSlider({ before, after }: Pair) {
  const { t } = useTranslation('generate');
  const [at, setAt] = useState(MIDDLE);
  // While Space is held the earlier one is seen alone.
  const [flipped, setFlipped] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const box = boxOf(before, after);
  const line = flipped ? 100 : at;

  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) setAt(Math.min(Math.max(((event.clientX - left) / width) * 100, 0), 100));
  };
  const grab = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    // No selection of what lies below, and the arrow keys go on from here.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    input.current?.focus({ preventScroll: true });
    follow(event);
  };
  const flip = (event: KeyboardEvent, down: boolean) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    setFlipped(down);
  };
  const rounded = Math.round(at);
  return (
    <div
      onPointerDown={grab}
      onPointerMove={(event) => (event.currentTarget.hasPointerCapture(event.pointerId) ? follow(event) : undefined)}
      className="relative w-full cursor-ew-resize touch-pan-y overflow-clip rounded-picture bg-surround select-none [&_img]:pointer-events-none"
      style={{
        aspectRatio: `${box.width} / ${box.height}`,
        maxWidth: `min(100%, calc(var(--stage-height) * ${box.width / box.height}))`,
      }}
    >
      <input
        ref={input}
        type="range"
        min={0}
        max={100}
        value={rounded}
        aria-label={t('compare.slider')}
        aria-valuetext={t('compare.value', { before: rounded, after: 100 - rounded })}
        onChange={(event) => setAt(Number(event.target.value))}
        onKeyDown={(event) => flip(event, true)}
        onKeyUp={(event) => flip(event, false)}
        onBlur={() => setFlipped(false)}
        // Seen by the handle; fingers and mice move that themselves, the same in every browser.
        className="peer pointer-events-none absolute inset-0 size-full opacity-0"
      />
      <Layer image={after} box={box} label={t('compare.after')} side="end" />
      <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - line}% 0 0)` }}>
        <Layer image={before} box={box} label={t('compare.before')} side="start" />
      </div>
      <Handle at={line} />
    </div>
  );
}

interface LayerProps {
  image: Compared;
  box: { width: number; height: number };
  label: string;
  side: 'start' | 'end';
}

function Layer({ image: picture, box, label, side }: LayerProps) {
  return (
    <div className="absolute inset-0 grid place-items-center bg-surround">
      <div style={{ width: `${(picture.width / box.width) * 100}%` }}>
        <ResponsiveImage source={picture} alt={`${label}: ${picture.prompt}`} sizes={SIZES_ATTRIBUTE} eager />
      </div>
      <Tag side={side}>{label}</Tag>
    </div>
  );
}

function Tag({ side, children }: { side: 'start' | 'end'; children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute top-2 rounded-control bg-scrim px-2 py-1 text-xs font-semibold text-on-scrim ${side === 'start' ? 'start-2' : 'end-2'}`}
    >
      {children}
    </span>
  );
}

function Handle({ at }: { at: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-0 grid w-0 place-items-center [--ring:transparent] peer-focus-visible:[--ring:var(--focus)]"
      style={{ left: `${at}%` }}
    >
      <span className="absolute inset-y-0 left-0 w-0.5 -translate-x-1/2 bg-on-scrim shadow-[0_0_0_1px_rgb(0_0_0/.35)]" />
      <span className="absolute left-0 grid size-11 -translate-x-1/2 place-items-center rounded-full border-2 border-on-scrim bg-scrim text-on-scrim outline-2 outline-offset-2 outline-(--ring)">
        <MoveHorizontal className="size-5" />
      </span>
    </span>
  );
}

import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { MoveHorizontal } from 'lucide-react';
import { useHydrated } from '../../hooks/use-hydrated';
import { ResponsiveImage, type ImageSource } from './responsive-image';

interface ComparedSide {
  image: ImageSource;
  alt: string;
  /** Stands on the image, in its corner. */
  tag?: string;
}

interface CompareSliderProps {
  before: ComparedSide;
  after: ComparedSide;
  /** Name of the slider. */
  label: string;
  /** Its value in words, from the shares of both sides in percent. */
  valueText: (before: number, after: number) => string;
  /** As in `<img sizes>`. */
  sizes: string;
  eager?: boolean;
}

interface Box {
  width: number;
  height: number;
}

const MIDDLE = 50;

/** The least box, in pixels, in which both images have room at the same scale. */
const boxOf = (one: Box, other: Box): Box => ({
  width: Math.max(one.width, other.width),
  height: Math.max(one.height, other.height),
});

/** Two images over one another, parted by a line that moves; side by side where no script runs. */
export function CompareSlider(props: CompareSliderProps) {
  const box = boxOf(props.before.image, props.after.image);
  const style = {
    aspectRatio: `${box.width} / ${box.height}`,
    maxWidth: `min(100%, calc(var(--stage-height) * ${box.width / box.height}))`,
  };
  if (useHydrated()) return <Slider {...props} box={box} style={style} />;
  return (
    <div className="grid w-full grid-cols-2 items-center gap-2 rounded-image bg-surround" style={style}>
      {[props.before, props.after].map(({ image, alt }) => (
        <ResponsiveImage key={image.url} source={image} alt={alt} sizes={props.sizes} className="w-full" />
      ))}
    </div>
  );
}

interface SliderProps extends CompareSliderProps {
  box: Box;
  style: { aspectRatio: string; maxWidth: string };
}

function Slider({ before, after, label, valueText, sizes, eager = false, box, style }: SliderProps) {
  const [at, setAt] = useState(MIDDLE);
  // While Space is held the earlier one is seen alone.
  const [flipped, setFlipped] = useState(false);
  const input = useRef<HTMLInputElement>(null);
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
      className="relative w-full cursor-ew-resize touch-pan-y overflow-clip rounded-image bg-surround select-none [&_img]:pointer-events-none"
      style={style}
    >
      <input
        ref={input}
        type="range"
        min={0}
        max={100}
        value={rounded}
        aria-label={label}
        aria-valuetext={valueText(rounded, 100 - rounded)}
        onChange={(event) => setAt(Number(event.target.value))}
        onKeyDown={(event) => flip(event, true)}
        onKeyUp={(event) => flip(event, false)}
        onBlur={() => setFlipped(false)}
        // Seen by the handle; fingers and mice move that themselves, the same in every browser.
        className="peer pointer-events-none absolute inset-0 size-full opacity-0"
      />
      <Layer {...after} {...{ box, sizes, eager }} side="end" />
      <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - line}% 0 0)` }}>
        <Layer {...before} {...{ box, sizes, eager }} side="start" />
      </div>
      <Handle at={line} />
    </div>
  );
}

interface LayerProps extends ComparedSide, Pick<CompareSliderProps, 'sizes' | 'eager'> {
  box: Box;
  side: 'start' | 'end';
}

function Layer({ image, alt, tag, box, sizes, eager = false, side }: LayerProps) {
  return (
    <div className="absolute inset-0 grid place-items-center bg-surround">
      <div className="relative" style={{ width: `${(image.width / box.width) * 100}%` }}>
        <ResponsiveImage source={image} alt={alt} sizes={sizes} eager={eager} />
        {tag === undefined ? null : <Tag side={side}>{tag}</Tag>}
      </div>
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

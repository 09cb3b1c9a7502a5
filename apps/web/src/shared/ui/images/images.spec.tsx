import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import { renderKit } from '../../../../test/render-kit';
import { CompareSlider } from './compare-slider';
import { EmptyFrame } from './empty-frame';
import { ImageCell, ImageGrid } from './image-grid';
import { cellStyle, fillsWidth, rowRatio, rowSizes } from './justified-rows';
import { PreviewFrame } from './preview-frame';
import { ResponsiveImage, type ImageSource } from './responsive-image';
import { thumbhashAddress } from './thumbhash';

const HASH = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
const source = (part: Partial<ImageSource> = {}): ImageSource => ({
  url: '/full.png',
  thumbnails: [{ width: 320, url: '/320.webp' }],
  thumbhash: null,
  width: 1000,
  height: 500,
  ...part,
});
const TALL = source({ url: '/tall.png', thumbnails: [], width: 500, height: 1000 });

describe('the comparison of two images', () => {
  const valueText = (before: number, after: number) => `${before} to ${after}`;
  const compare = (
    <CompareSlider
      before={{ image: source(), alt: 'First', tag: 'A' }}
      after={{ image: TALL, alt: 'Second' }}
      label="Compare"
      valueText={valueText}
      sizes="50vw"
    />
  );
  const open = async () => {
    await renderKit(compare);
    const slider = screen.getByRole('slider', { name: 'Compare' });
    const stage = slider.parentElement;
    if (!stage) throw new Error('The slider stands alone');
    let held = false;
    Object.assign(stage, {
      getBoundingClientRect: () => ({ left: 100, width: 200 }),
      setPointerCapture: () => (held = true),
      hasPointerCapture: () => held,
    });
    return { slider, stage, text: () => slider.getAttribute('aria-valuetext') };
  };
  /** jsdom knows only the mouse. */
  const point = (stage: HTMLElement, kind: 'pointerdown' | 'pointermove', clientX: number, button = 0) =>
    fireEvent(stage, new MouseEvent(kind, { bubbles: true, cancelable: true, clientX, button }));
  const layer = () => screen.getByRole('img', { name: 'First' }).closest<HTMLElement>('[style*="clip-path"]');

  it('has room for both at one scale and begins in the middle', async () => {
    const { stage, text } = await open();
    expect(stage).toHaveStyle({ aspectRatio: '1000 / 1000' });
    expect(text()).toBe('50 to 50');
    expect(layer()).toHaveStyle({ clipPath: 'inset(0 50% 0 0)' });
    expect(screen.getByRole('img', { name: 'Second' }).parentElement?.parentElement).toHaveStyle({ width: '50%' });
    expect(screen.getByRole('img', { name: 'First' })).toHaveAttribute('loading', 'lazy');
    expect(screen.getByText('A')).toBeVisible();
  });

  it('follows the pointer that holds it, within its edges', async () => {
    const { slider, stage, text } = await open();
    point(stage, 'pointermove', 150);
    point(stage, 'pointerdown', 150, 2);
    expect(text()).toBe('50 to 50');
    expect(slider).not.toHaveFocus();
    expect(point(stage, 'pointerdown', 150)).toBe(false);
    expect(text()).toBe('25 to 75');
    expect(slider).toHaveFocus();
    point(stage, 'pointermove', 500);
    expect(text()).toBe('100 to 0');
    point(stage, 'pointermove', 0);
    expect(text()).toBe('0 to 100');
    fireEvent.change(slider, { target: { value: '30' } });
    expect(text()).toBe('30 to 70');
    Object.assign(stage, { getBoundingClientRect: () => ({ left: 0, width: 0 }) });
    point(stage, 'pointermove', 10);
    expect(text()).toBe('30 to 70');
  });

  it('shows the earlier one alone while Space is held', async () => {
    const { slider } = await open();
    expect(fireEvent.keyDown(slider, { key: 'ArrowLeft' })).toBe(true);
    expect(layer()).toHaveStyle({ clipPath: 'inset(0 50% 0 0)' });
    expect(fireEvent.keyDown(slider, { key: ' ' })).toBe(false);
    expect(layer()).toHaveStyle({ clipPath: 'inset(0 0% 0 0)' });
    fireEvent.keyUp(slider, { key: ' ' });
    expect(layer()).toHaveStyle({ clipPath: 'inset(0 50% 0 0)' });
    fireEvent.keyDown(slider, { key: ' ' });
    fireEvent.blur(slider);
    expect(layer()).toHaveStyle({ clipPath: 'inset(0 50% 0 0)' });
  });

  it('stands side by side where no script runs', () => {
    const page = renderToStaticMarkup(compare);
    expect(page).toContain('alt="First"');
    expect(page).toContain('alt="Second"');
    expect(page).not.toContain('type="range"');
  });
});

describe('rows of images', () => {
  it('keep cells from growing too narrow or too wide', () => {
    expect(rowRatio({ width: 3, height: 2 })).toBe(1.5);
    expect(rowRatio({ width: 1, height: 10 })).toBe(0.56);
    expect(rowRatio({ width: 10, height: 1 })).toBe(2.6);
    expect([1, 10].map((width) => fillsWidth({ width, height: 10 }))).toEqual([false, true]);
    expect(fillsWidth({ width: 3, height: 2 })).toBe(true);
    expect(cellStyle({ width: 3, height: 2 }, 12)).toEqual({
      '--ratio': 1.5,
      flexGrow: 'var(--ratio)',
      flexBasis: 'calc(var(--ratio) * var(--row) + 12px)',
    });
    expect(cellStyle({ width: 1, height: 1 }).flexBasis).toBe('calc(var(--ratio) * var(--row) + 0px)');
  });

  it('ask for files as wide as they show them', () => {
    expect(rowSizes({ width: 3, height: 2 })).toBe('(min-width: 1024px) 450px, (min-width: 640px) 50vw, 88vw');
    expect(rowSizes({ width: 3, height: 4 })).toMatch(/ 88vw$/);
    expect(rowSizes({ width: 1, height: 2 })).toMatch(/ 44vw$/);
  });

  it('say what each image is, and nothing that is not known', async () => {
    await renderKit(
      <ImageGrid label="Works" rows="[--row:9px]" busy>
        <ImageCell shape={source()} frameNumber={7} title="A fox" selected>
          one
        </ImageCell>
        <ImageCell shape={source()}>two</ImageCell>
      </ImageGrid>,
    );
    const [first, second] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent(/^oneA foxNo\. 0007$/);
    expect(screen.getByText('A fox')).toHaveAttribute('aria-hidden', 'true');
    expect(first).toHaveAttribute('data-selected', 'true');
    expect(second).toHaveTextContent(/^two$/);
    expect(second).not.toHaveAttribute('data-selected');
    expect(screen.getByRole('list', { name: 'Works' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('list')).toHaveClass('[--row:9px]');
    await renderKit(<ImageGrid label="Others">{null}</ImageGrid>);
    expect(screen.getByRole('list', { name: 'Others' })).not.toHaveAttribute('aria-busy');
  });
});

describe('an image', () => {
  const show = (part: Partial<Parameters<typeof ResponsiveImage>[0]> = {}) =>
    renderKit(<ResponsiveImage source={source()} alt="A lake" sizes="50vw" {...part} />);
  const shown = () => screen.getByRole('img', { name: /A lake$/ });

  it('is loaded when it is near, unless it is important, and whole unless it is a preview', async () => {
    const { rerender } = await show();
    expect(shown()).toHaveAttribute('loading', 'lazy');
    expect(shown()).not.toHaveAttribute('fetchpriority');
    rerender(<ResponsiveImage source={source()} alt="A lake" sizes="50vw" eager preview />);
    expect(shown()).toHaveAttribute('loading', 'eager');
    expect(shown()).toHaveAttribute('fetchpriority', 'high');
    expect(shown()).toHaveAttribute('srcset', '/320.webp 320w');
    rerender(<ResponsiveImage source={TALL} alt="A lake" sizes="50vw" />);
    expect(shown()).toHaveAttribute('src', '/tall.png');
    expect(shown()).not.toHaveAttribute('srcset');
  });

  it('has its thumbhash in its place until it is there', async () => {
    await show({ source: source({ thumbhash: HASH }) });
    const frame = shown().parentElement;
    await screen.findByText((_, node) => node?.parentElement === frame && node !== shown());
    fireEvent.load(shown());
    expect(frame?.children).toHaveLength(1);
  });

  it('that failed says so once for its address and is tried again with another one', async () => {
    const onFail = jest.fn();
    const { rerender } = await show({ onFail });
    fireEvent.error(shown());
    expect(onFail).toHaveBeenCalledTimes(1);
    expect(shown()).toHaveAccessibleName('The image could not be loaded. A lake');
    expect(screen.queryByRole('button')).toBeNull();
    rerender(<ResponsiveImage source={source({ url: '/again.png' })} alt="A lake" sizes="50vw" />);
    expect(shown()).toHaveAccessibleName('A lake');
    rerender(<ResponsiveImage source={source({ url: null })} alt="A lake" sizes="50vw" />);
    expect(shown()).toHaveAccessibleName('The image could not be loaded. A lake');
  });

  it('that failed is tried again once a thumbnail is no longer offered', async () => {
    const [large, small] = [640, 320].map((width) => ({ width, url: `/w${width}.webp` }));
    const { rerender } = await show({ source: source({ thumbnails: [small!, large!] }) });
    fireEvent.error(shown());
    rerender(<ResponsiveImage source={source({ thumbnails: [small!, large!] })} alt="A lake" sizes="50vw" />);
    expect(shown()).toHaveAccessibleName('The image could not be loaded. A lake');
    rerender(<ResponsiveImage source={source({ thumbnails: [small!] })} alt="A lake" sizes="50vw" />);
    expect(shown()).toHaveAttribute('src', '/w320.webp');
  });

  it('has no blurred image for a broken hash', () => {
    expect(thumbhashAddress(HASH)).toMatch(/^data:image\/png;base64,/);
    expect(thumbhashAddress('*')).toBeNull();
    expect(thumbhashAddress('*')).toBeNull();
  });
});

describe('the place of an image', () => {
  it('has its shape before it comes', async () => {
    const { rerender, container } = await renderKit(
      <EmptyFrame shape={source()} label="A lake">
        Gone
      </EmptyFrame>,
    );
    expect(container).toHaveTextContent(/^A lake, Gone$/);
    expect(container.firstElementChild).toHaveStyle({ aspectRatio: '1000 / 500', width: '100%' });
    rerender(
      <EmptyFrame shape={TALL} label="A lake">
        Gone
      </EmptyFrame>,
    );
    expect(container.firstElementChild).toHaveStyle({ height: '100%' });
  });

  it('says while somebody works on it', async () => {
    const { rerender } = await renderKit(
      <PreviewFrame state="running" width={3} height={2} label="Result" footer="below">
        soon
      </PreviewFrame>,
    );
    const place = screen.getByRole('region', { name: 'Result' });
    expect(screen.getByRole('status')).not.toBeEmptyDOMElement();
    expect(screen.getByRole('status').closest('[aria-busy]')).toBeNull();
    expect(screen.getByText('soon')).toHaveStyle({ aspectRatio: '3 / 2' });
    rerender(
      <PreviewFrame state="done" width={3} height={2} label="Result" bare>
        there
      </PreviewFrame>,
    );
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(screen.getByText('there')).toBe(place);
  });
});

it('is pressed to be loaded again', async () => {
  const reload = jest.fn();
  await renderKit(<ResponsiveImage source={source({ url: null })} alt="A lake" sizes="1px" onReload={reload} />);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

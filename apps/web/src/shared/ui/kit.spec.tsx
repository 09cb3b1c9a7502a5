import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderKit } from '../../../test/render-kit';
import { Button } from './actions/button';
import { Dialog } from './overlays/dialog';
import { Menu } from './actions/menu';
import { pageWindow } from './navigation/page-window';
import { Pagination } from './navigation/pagination';
import { ResponsiveImage, type ImageSource } from './images/responsive-image';
import { RadioTiles } from './forms/radio-tiles';
import { Loading } from './feedback/skeleton';
import { TextArea } from './forms/text-area';
import { TextField } from './forms/text-field';

describe('pageWindow', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [3, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
    [4, 5, [1, 2, 3, 4, 5]],
  ])('page %i of %i shows %j', (page, pages, numbers) => {
    expect(pageWindow(page, pages)).toEqual(numbers);
  });
});

describe('Pagination', () => {
  it('goes to pages that exist and are not the current one', async () => {
    const go = jest.fn();
    await renderKit(<Pagination page={9} pages={9} onChange={go} />);
    await userEvent.click(screen.getByRole('button', { name: 'Page 9' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(go).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Page 7' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(go.mock.calls).toEqual([[7], [8]]);
    expect(screen.getByRole('button', { current: 'page' })).toHaveAccessibleName('Page 9');
  });

  it('is not there for a single page', async () => {
    await renderKit(<Pagination page={1} pages={1} onChange={() => undefined} />);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('TextArea', () => {
  function Prompt({ limit, start = '' }: { limit: number; start?: string }) {
    const [text, setText] = useState(start);
    return <TextArea label="Prompt" limit={limit} value={text} onChange={(event) => setText(event.target.value)} />;
  }

  it('counts characters as people see them, not code units', async () => {
    await renderKit(<Prompt limit={500} start="👍🏽一叶小舟𠮷" />);
    expect(screen.getByText('7/500')).toBeVisible();
  });

  it('lets one write on beyond the limit and says by how much', async () => {
    await renderKit(<Prompt limit={10} />);
    const area = screen.getByRole('textbox', { name: 'Prompt' });
    await userEvent.type(area, 'abcdefgh');
    expect(screen.getByRole('status')).toHaveTextContent('');
    await userEvent.type(area, 'i');
    expect(screen.getByRole('status')).toHaveTextContent('1 character left');
    await userEvent.type(area, 'jkl');
    expect(screen.getByRole('status')).toHaveTextContent('2 characters too many');
    expect(area).toHaveValue('abcdefghijkl');
  });
});

describe('TextField', () => {
  it('ties hint and error to the field', async () => {
    await renderKit(<TextField label="Name" hint="Shown to nobody" error="A name is needed." />);
    const field = screen.getByRole('textbox', { name: 'Name' });
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Shown to nobody A name is needed.');
  });
});

describe('Button', () => {
  it('keeps the focus while busy and ignores further presses', async () => {
    const press = jest.fn();
    const { rerender } = await renderKit(<Button onClick={press}>Save</Button>);
    await userEvent.click(screen.getByRole('button'));
    rerender(
      <Button busy onClick={press}>
        Save
      </Button>,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(press).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button')).toHaveFocus();
    expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
  });

  it('does not send its form twice', async () => {
    const send = jest.fn((event: Event) => event.preventDefault());
    await renderKit(
      <form onSubmit={(event) => send(event.nativeEvent)}>
        <Button type="submit" busy>
          Save
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(send).not.toHaveBeenCalled();
  });
});

describe('Dialog', () => {
  const open = async (busy: boolean, close: () => void) => {
    await renderKit(
      <Dialog
        open
        busy={busy}
        onClose={close}
        title="Delete?"
        description="For good."
        actions={<Button>Keep</Button>}
      />,
    );
    await screen.findByRole('dialog');
  };

  it('closes by Escape and by its cross', async () => {
    const close = jest.fn();
    await open(false, close);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledTimes(2);
  });

  it('gives the focus back to what opened it', async () => {
    function Example() {
      const [shown, setShown] = useState(false);
      return (
        <>
          <Button onClick={() => setShown(true)}>Open</Button>
          <Dialog open={shown} onClose={() => setShown(false)} title="Delete?" />
        </>
      );
    }
    await renderKit(<Example />);
    const opener = screen.getByRole('button', { name: 'Open' });
    await userEvent.click(opener);
    await screen.findByRole('dialog');
    expect(opener).not.toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(opener).toHaveFocus();
  });

  it('cannot be closed while something runs', async () => {
    const close = jest.fn();
    await open(true, close);
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled();
    expect(close).not.toHaveBeenCalled();
  });
});

describe('Menu', () => {
  function Example({ choose }: { choose: () => void }) {
    const [open, setOpen] = useState(false);
    const entries = [
      { key: 'a', label: 'Edit', onSelect: choose },
      { key: 'b', label: 'Profile', to: '/profile' },
    ];
    return <Menu label="Actions" trigger="…" open={open} onOpenChange={setOpen} entries={entries} />;
  }

  it('opens by keyboard, moves with the arrows and gives the focus back', async () => {
    const choose = jest.fn();
    await renderKit(<Example choose={choose} />);
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Actions' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('menu');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(choose).toHaveBeenCalledTimes(1);
    expect(await screen.findByRole('button', { name: 'Actions' })).toHaveFocus();
  });

  it('holds links that are links', async () => {
    await renderKit(<Example choose={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/profile');
  });
});

describe('RadioTiles', () => {
  it('moves with the arrows and leaves out what is disabled', async () => {
    const choose = jest.fn();
    await renderKit(
      <RadioTiles
        label="Size"
        value="a"
        onChange={choose}
        tiles={[
          { value: 'a', label: 'Square' },
          { value: 'b', label: 'Wide', disabled: true },
          { value: 'c', label: 'Tall' },
        ]}
      />,
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Wide' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Tall' }));
    expect(choose.mock.calls).toEqual([['c']]);
  });
});

describe('Image', () => {
  const source: ImageSource = {
    url: '/full.png',
    thumbnails: [
      { width: 320, url: '/320.webp' },
      { width: 640, url: '/640.webp' },
    ],
    thumbhash: null,
    width: 1344,
    height: 768,
  };

  it('has its ratio before it is loaded and leaves the choice of the file to the browser', async () => {
    await renderKit(<ResponsiveImage source={source} alt="A lake" sizes="50vw" />);
    const image = screen.getByRole('img', { name: 'A lake' });
    expect(image).toHaveAttribute('srcset', '/320.webp 320w, /640.webp 640w, /full.png 1344w');
    expect(image).toHaveAttribute('width', '1344');
    expect(image.parentElement).toHaveStyle({ aspectRatio: '1344 / 768' });
  });

  it('shows a tile with a way to try again when it cannot be loaded', async () => {
    const reload = jest.fn();
    await renderKit(<ResponsiveImage source={source} alt="A lake" sizes="50vw" onReload={reload} />);
    fireEvent.error(screen.getByRole('img', { name: 'A lake' }));
    expect(screen.getByText('The image could not be loaded.')).toBeVisible();
    await userEvent.click(screen.getByText('Try again'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('develops only when it has just arrived', async () => {
    const { rerender } = await renderKit(<ResponsiveImage source={source} alt="A lake" sizes="50vw" />);
    fireEvent.load(screen.getByRole('img'));
    expect(screen.getByRole('img').className).not.toContain('develop');
    rerender(<ResponsiveImage source={source} alt="A lake" sizes="50vw" arriving />);
    expect(screen.getByRole('img').className).toContain('develop');
  });
});

describe('Loading', () => {
  it('shows its skeleton only after 150 ms', async () => {
    jest.useFakeTimers();
    try {
      await renderKit(
        <Loading active placeholder={<p>skeleton</p>}>
          content
        </Loading>,
      );
      act(() => jest.advanceTimersByTime(149));
      expect(screen.getByText('skeleton').parentElement).toHaveClass('invisible');
      act(() => jest.advanceTimersByTime(1));
      expect(screen.getByText('skeleton').parentElement).toHaveClass('animate-appear', { exact: true });
      expect(screen.getByRole('status')).toHaveTextContent('Loading');
      // NVDA says nothing of what changes within it.
      expect(screen.getByRole('status').closest('[aria-busy]')).toBeNull();
      expect(screen.queryByText('content')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  it('shows it at once and without a move in the place of a prerendered one', async () => {
    const before = document.body.appendChild(document.createElement('div'));
    before.setAttribute('inert', '');
    before.innerHTML = '<span data-shown></span>';
    await renderKit(
      <Loading active placeholder={<p>skeleton</p>}>
        content
      </Loading>,
    );
    before.remove();
    expect(screen.getByText('skeleton').parentElement).toHaveAttribute('class', '');
  });
});

import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderKit } from '../../../../test/render-kit';
import { InlineQuestion } from '../feedback/inline-question';
import { Progress } from '../feedback/progress';
import { FieldFrame } from './field';
import { RadioTiles, type RadioTile } from './radio-tiles';
import { Select } from './select';
import { Switch } from './switch';
import { TextCounter } from './text-counter';

const TILES: RadioTile<string>[] = [
  { value: 'a', label: 'Square' },
  { value: 'b', label: 'Wide', disabled: true },
  { value: 'c', label: 'Tall', children: <i>drawn</i> },
  { value: 'd', label: 'Long' },
];

describe('tiles', () => {
  const radio = (name: string) => screen.getByRole('radio', { name });
  const stops = () => screen.getAllByRole('radio').filter((tile) => tile.tabIndex === 0);
  const open = async (start: string, onChange = jest.fn()) => {
    function Example() {
      const [value, setValue] = useState(start);
      const choose = (next: string) => {
        onChange(next);
        setValue(next);
      };
      return <RadioTiles label="Size" value={value} onChange={choose} tiles={TILES} />;
    }
    await renderKit(<Example />);
    return onChange;
  };

  it('are gone through by arrow keys, in a circle and past disabled ones', async () => {
    const onChange = await open('a');
    await userEvent.tab();
    expect(radio('Square')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(radio('Tall')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(radio('Long')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(onChange.mock.calls).toEqual([['c'], ['d'], ['a'], ['d'], ['c']]);
    expect(stops()).toEqual([radio('Tall')]);
    expect(radio('Tall')).toBeChecked();
    expect(radio('Square')).not.toBeChecked();
    expect(radio('Tall')).toHaveTextContent('drawn');
  });

  it('leave other keys alone, and are not chosen twice', async () => {
    const onChange = await open('a');
    radio('Square').focus();
    expect(fireEvent.keyDown(radio('Square'), { key: 'x' })).toBe(true);
    expect(fireEvent.keyDown(radio('Square'), { key: 'ArrowRight' })).toBe(false);
    onChange.mockClear();
    await userEvent.click(radio('Tall'));
    expect(onChange).not.toHaveBeenCalled();
    expect(radio('Wide')).toBeDisabled();
  });

  it('are reached by Tab where none of them is chosen, or a disabled one', async () => {
    await open('b');
    expect(stops()).toEqual([radio('Square')]);
    expect(radio('Wide')).toHaveAttribute('data-state', 'checked');
  });
});

describe('a switch', () => {
  it('changes to its other state, tied to its hint', async () => {
    const onChange = jest.fn();
    const { rerender } = await renderKit(<Switch label="News" hint="By mail" checked onChange={onChange} />);
    const shown = screen.getByRole('switch', { name: 'News' });
    expect(shown).toBeChecked();
    expect(shown).toHaveAccessibleDescription('By mail');
    expect(shown).toHaveAttribute('data-state', 'checked');
    await userEvent.click(shown);
    rerender(<Switch label="News" checked={false} onChange={onChange} />);
    expect(screen.getByRole('switch')).not.toHaveAttribute('aria-describedby');
    expect(screen.getByRole('switch')).not.toBeChecked();
    await userEvent.click(screen.getByRole('switch'));
    expect(onChange.mock.calls).toEqual([[false], [true]]);
    rerender(<Switch label="News" checked disabled onChange={onChange} />);
    expect(screen.getByRole('switch')).toBeDisabled();
  });
});

describe('a field', () => {
  it('is tied to what is said of it, and to nothing else', async () => {
    const { rerender } = await renderKit(<FieldFrame label="Name">{(wiring) => <input {...wiring} />}</FieldFrame>);
    expect(screen.getByLabelText('Name')).toBeValid();
    expect(screen.getByLabelText('Name')).not.toHaveAttribute('aria-describedby');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('paragraph')).toBeNull();
    rerender(
      <FieldFrame label="Name" error="Too long" aside="9/8">
        {(wiring) => <input {...wiring} />}
      </FieldFrame>,
    );
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Too long');
    expect(screen.getByRole('alert')).toHaveTextContent('Too long');
    expect(screen.getByText('9/8')).toBeVisible();
    rerender(
      <FieldFrame label="Name" hint="Shown to all">
        {(wiring) => <input {...wiring} />}
      </FieldFrame>,
    );
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Shown to all');
    expect(screen.getByLabelText('Name')).toBeValid();
  });

  it('of choices answers only one of them', async () => {
    const onChange = jest.fn();
    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ];
    await renderKit(<Select label="Letter" value="a" options={options} onChange={onChange} />);
    const select = screen.getByRole('combobox', { name: 'Letter' });
    expect(select).toHaveDisplayValue('A');
    await userEvent.selectOptions(select, 'B');
    fireEvent.change(select, { target: { value: 'none' } });
    expect(onChange.mock.calls).toEqual([['b']]);
  });

  it.each([
    [8, ''],
    [9, '1 character left'],
    [10, '0 characters left'],
    [11, '1 character too many'],
  ])('of at most 10 characters says with %i: %s', async (length, said) => {
    await renderKit(<TextCounter text={'x'.repeat(length)} max={10} />);
    expect(screen.getByRole('status')).toHaveTextContent(said === '' ? /^$/ : said);
    expect(screen.getByText(`${length}/10`).parentElement?.className.includes('danger')).toBe(length > 10);
  });
});

describe('a question in its place', () => {
  const ask = async () => {
    const answers: string[] = [];
    await renderKit(
      <InlineQuestion yes="Delete" no="Keep" onYes={() => answers.push('yes')} onNo={() => answers.push('no')}>
        For good?
      </InlineQuestion>,
    );
    return {
      answers,
      yes: screen.getByRole('button', { name: 'Delete' }),
      no: screen.getByRole('button', { name: 'Keep' }),
    };
  };

  it('has the focus and is answered by its buttons, or with no by Escape', async () => {
    const { answers, yes, no } = await ask();
    expect(yes).toHaveFocus();
    expect(yes).toHaveAccessibleDescription('For good?');
    expect(screen.getByRole('group', { name: 'For good?' })).toBeVisible();
    expect(fireEvent.keyDown(yes, { key: 'Tab' })).toBe(true);
    expect(fireEvent.keyDown(yes, { key: 'Escape' })).toBe(false);
    expect(fireEvent.keyDown(no, { key: 'Escape' })).toBe(false);
    expect(answers).toEqual(['no', 'no']);
  });

  it('takes no half of a double click for an answer: neither that of the press that asked, nor of its own', async () => {
    const { answers, yes, no } = await ask();
    fireEvent.click(yes, { detail: 2 });
    expect(answers).toEqual([]);
    fireEvent.click(yes, { detail: 1 });
    fireEvent.click(no, { detail: 2 });
    expect(answers).toEqual(['yes']);
  });

  it.each([true, false])('over an image (%s) leaves the page where it is', async (onImage) => {
    const focus = jest.spyOn(HTMLElement.prototype, 'focus');
    await renderKit(
      <InlineQuestion yes="Delete" no="Keep" onImage={onImage} onYes={() => undefined} onNo={() => undefined}>
        For good?
      </InlineQuestion>,
    );
    expect(focus.mock.calls).toEqual([[{ preventScroll: onImage }]]);
    focus.mockRestore();
  });
});

describe('progress', () => {
  it.each([
    [0, '0'],
    [0.126, '13'],
    [1.2, '100'],
    [-1, '0'],
  ])('of %d is %s percent', async (value, percent) => {
    await renderKit(<Progress label="Export" value={value} />);
    const bar = screen.getByRole('progressbar', { name: 'Export' });
    expect(bar).toHaveAttribute('aria-valuenow', percent);
    expect(bar.firstElementChild).toHaveStyle({ width: `${percent}%` });
  });

  it('that nobody knows claims nothing', async () => {
    await renderKit(<Progress label="Export" value={null} />);
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
    expect(screen.getByRole('progressbar').firstElementChild).not.toHaveAttribute('style');
  });
});

import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderKit } from '../../../../test/render-kit';
import { Tabs } from './tabs';

describe('Tabs', () => {
  const tab = (name: string) => screen.getByRole('tab', { name });
  const open = async (fieldFirst = false) => {
    const tabs = (['one', 'two', 'three'] as const).map((value) => ({ value, label: value, content: `text ${value}` }));
    type Name = (typeof tabs)[number]['value'];
    function Example() {
      const [value, setValue] = useState<Name>('one');
      return <Tabs label="Numbers" value={value} onChange={setValue} tabs={tabs} fieldFirst={fieldFirst} />;
    }
    await renderKit(<Example />);
  };

  it('are gone through by arrow keys, in a circle, and shown as one goes', async () => {
    await open();
    await userEvent.tab();
    expect(tab('one')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(tab('two')).toHaveFocus();
    expect(screen.getByRole('tabpanel', { name: 'two' })).toHaveTextContent('text two');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(tab('three')).toHaveFocus();
    await userEvent.keyboard('{Home}{End}');
    expect(tab('three')).toHaveAttribute('aria-selected', 'true');
  });

  it('are one stop of Tab, which then leads to the text', async () => {
    await open();
    await userEvent.click(tab('two'));
    await userEvent.tab();
    expect(screen.getByRole('tabpanel', { name: 'two' })).toHaveFocus();
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
  });

  it('lead past a text that begins with a field', async () => {
    await open(true);
    await userEvent.click(tab('two'));
    await userEvent.tab();
    expect(document.body).toHaveFocus();
  });
});

import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from 'radix-ui';
import { useRef, useState, type ComponentProps } from 'react';
import { renderKit } from '../../../../test/render-kit';
import { Menu } from '../actions/menu';
import { DialogContent } from './dialog-content';

function Example(props: ComponentProps<typeof DialogContent>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button">Elsewhere</button>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <DialogContent aria-describedby={undefined} {...props}>
          <Dialog.Title>Title</Dialog.Title>
          <button type="button">First</button>
          <button type="button">Second</button>
        </DialogContent>
      </Dialog.Root>
    </>
  );
}
const button = (name: string) => screen.getByRole('button', { name });
const openAndClose = async (meanwhile = () => {}) => {
  await userEvent.click(button('Open'));
  await screen.findByRole('dialog');
  meanwhile();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

it('the focus returns to what had it when a dialog opened', async () => {
  await renderKit(<Example />);
  await openAndClose(() => expect(button('First')).toHaveFocus());
  await waitFor(() => expect(button('Open')).toHaveFocus());
});

it('a dialog may choose what has the focus first, and afterwards', async () => {
  await renderKit(
    <Example
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        button('Second').focus();
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        button('Elsewhere').focus();
      }}
    />,
  );
  await openAndClose(() => expect(button('Second')).toHaveFocus());
  await waitFor(() => expect(button('Elsewhere')).toHaveFocus());
});

describe('what is gone once a dialog closes leaves the focus', () => {
  type Step = 'closed' | 'first' | 'second';

  /** A dialog whose opener goes meanwhile, and one that comes in its place. */
  function Course({ hasFallback = false }) {
    const [step, setStep] = useState<Step>('closed');
    const [isGone, setGone] = useState(false);
    const fallback = useRef<HTMLHeadingElement>(null);
    const dialog = (shown: Step, next: Step) =>
      step === shown ? (
        <Dialog.Root open onOpenChange={() => setStep('closed')}>
          <DialogContent aria-describedby={undefined} fallback={hasFallback ? fallback : undefined}>
            <Dialog.Title>{shown}</Dialog.Title>
            <button type="button" onClick={() => setStep(next)}>
              Go on
            </button>
            <button type="button" onClick={() => setGone(true)}>
              Remove
            </button>
          </DialogContent>
        </Dialog.Root>
      ) : null;
    return (
      <main>
        <h1>Page</h1>
        <h2 ref={fallback} tabIndex={-1}>
          List
        </h2>
        {isGone ? null : (
          <button type="button" onClick={() => setStep('first')}>
            Begin
          </button>
        )}
        {dialog('first', 'second')}
        {dialog('second', 'closed')}
      </main>
    );
  }
  const begin = async (course = <Course />) => {
    await renderKit(course);
    await userEvent.click(button('Begin'));
    await screen.findByRole('dialog', { name: 'first' });
  };
  const close = async () => {
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const expectFocus = (name: string) => waitFor(() => expect(screen.getByRole('heading', { name })).toHaveFocus());

  it('to the heading of the page', async () => {
    await begin();
    await userEvent.click(button('Remove'));
    await close();
    await expectFocus('Page');
  });

  it('to what the dialog names instead', async () => {
    await begin(<Course hasFallback />);
    await userEvent.click(button('Remove'));
    await close();
    await expectFocus('List');
  });

  it('to what opened the dialog before, where one came in the place of the other', async () => {
    await begin(<Course hasFallback />);
    await userEvent.click(button('Go on'));
    await screen.findByRole('dialog', { name: 'second' });
    await close();
    await waitFor(() => expect(button('Begin')).toHaveFocus());
  });

  it('to what opened the menu, where it was an item of one', async () => {
    function OfMenu() {
      const [menu, setMenu] = useState(false);
      const [open, setOpen] = useState(false);
      return (
        <>
          <Menu
            label="More"
            trigger="…"
            entries={[{ key: 'ask', label: 'Ask', onSelect: () => setOpen(true) }]}
            open={menu}
            onOpenChange={setMenu}
          />
          {open ? (
            <Dialog.Root open onOpenChange={setOpen}>
              <DialogContent aria-describedby={undefined}>
                <Dialog.Title>Asked</Dialog.Title>
              </DialogContent>
            </Dialog.Root>
          ) : null}
        </>
      );
    }
    await renderKit(<OfMenu />);
    await userEvent.click(button('More'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Ask' }));
    await screen.findByRole('dialog', { name: 'Asked' });
    await close();
    await waitFor(() => expect(button('More')).toHaveFocus());
  });
});

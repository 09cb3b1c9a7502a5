import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps, ComponentType } from 'react';
import { renderPart } from '../../../test/render-part';
import ApiDocument from '../../content/en/api.mdx';
import { MDX_COMPONENTS } from './mdx-components';

const component = (name: string) => MDX_COMPONENTS[name] as ComponentType<ComponentProps<'a'>>;
const [Anchor, Heading, Code] = [component('a'), component('h2'), component('pre')];
const Question = MDX_COMPONENTS['Question'] as ComponentType<ComponentProps<'details'>>;
const part = { user: null, namespaces: ['info'] } as const;

describe('in a document', () => {
  it.each([
    ['page:pricing', '/zh/pricing'],
    ['/openapi.json', '/openapi.json'],
    ['#webhooks', '#webhooks'],
  ])('a link to %s leads to %s in the same tab', async (href, address) => {
    await renderPart(<Anchor href={href}>there</Anchor>, { ...part, locale: 'zh' });
    const link = screen.getByRole('link', { name: 'there' });
    expect(link).toHaveAttribute('href', address);
    expect(link).not.toHaveAttribute('target');
  });

  it('a link to another site opens a tab of its own', async () => {
    await renderPart(<Anchor href="https://stripe.com/docs">there</Anchor>, part);
    const link = screen.getByRole('link', { name: 'there' });
    expect(link).toHaveAttribute('href', 'https://stripe.com/docs');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noreferrer');
  });

  it('a heading can be linked to', async () => {
    await renderPart(<Heading>Signed webhooks</Heading>, part);
    expect(screen.getByRole('heading', { name: 'Signed webhooks' })).toHaveAttribute('id', 'signed-webhooks');
  });

  it('a question is folded until it is pressed', async () => {
    await renderPart(<Question title="Who owns the images?">You do.</Question>, part);
    expect(screen.getByText('You do.')).not.toBeVisible();
    await userEvent.click(screen.getByText('Who owns the images?'));
    expect(screen.getByText('You do.')).toBeVisible();
  });

  it('code names this site instead of the example, is reached by the keyboard and copied as shown', async () => {
    const user = userEvent.setup();
    await renderPart(
      <Code>
        <code>curl https://your-host.example/api/v1/models</code>
      </Code>,
      part,
    );
    const shown = screen.getByText(`curl ${window.location.origin}/api/v1/models`);
    await user.tab();
    expect(shown.closest('pre')).toHaveFocus();
    const copy = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(copy.mock.calls).toEqual([[shown.textContent]]);
  });

  it('each piece of code and each table is named by its chapter, and so is what copies it', async () => {
    await renderPart(<ApiDocument components={MDX_COMPONENTS} />, part);
    const names = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['Code: curl', 'Code: Answers 2', 'Table: Calls']));
    expect(screen.getByRole('button', { name: 'Copy the code: curl' })).toBeVisible();
  });
});

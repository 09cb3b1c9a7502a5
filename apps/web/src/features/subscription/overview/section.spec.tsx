import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { renderPart } from '../../../../test/render-part';
import { clientError } from '../../../api/client/api-error';
import { Section } from './section';

const refetch = jest.fn<() => void>();
const ERROR = { ...clientError('UNKNOWN', 503), requestId: 'req_7' };
afterEach(() => {
  refetch.mockClear();
  jest.restoreAllMocks();
});

const show = (query: Partial<ComponentProps<typeof Section<string>>['query']>) =>
  renderPart(
    <Section
      title="Your plan"
      query={{ isLoading: false, isFetching: false, refetch, ...query }}
      failed="It could not be loaded"
      skeletonClass="h-60"
      pager={<p>Page 2 of 3</p>}
    >
      {(plan) => <p>{plan}</p>}
    </Section>,
    { user: null, namespaces: [] },
  );
const section = () => screen.getByRole('region', { name: 'Your plan' });

describe('a section', () => {
  it('keeps its place while it is loaded, and says nothing of a failure', async () => {
    await show({ isLoading: true, isFetching: true });
    expect(section().querySelector('[aria-busy="true"]')).not.toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows what was loaded, also while that is asked for again or could not be', async () => {
    const { unmount } = await show({ data: 'Pro', currentData: 'Pro', isFetching: true });
    expect(screen.getByText('Pro')).toBeVisible();
    unmount();
    await show({ data: 'Pro', currentData: 'Pro', error: ERROR });
    expect(screen.getByText('Pro')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that could not be loaded says why, names the request, and is tried again', async () => {
    await show({ error: ERROR });
    const user = userEvent.setup();
    const copy = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    expect(screen.getByRole('alert')).toHaveTextContent('It could not be loaded');
    await user.click(screen.getByRole('button', { name: 'Copy request ID' }));
    expect(copy.mock.calls).toEqual([['req_7']]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });

  it('shows no page in place of one that could not be loaded, and leads back to others', async () => {
    await show({ data: 'Pro', error: ERROR });
    expect(screen.getByRole('alert')).toHaveTextContent('It could not be loaded');
    expect(screen.queryByText('Pro')).toBeNull();
    expect(screen.getByText('Page 2 of 3')).toBeVisible();
  });

  it('cannot be tried again while it is being tried', async () => {
    await show({ error: ERROR, isFetching: true });
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveAttribute('aria-busy', 'true');
  });
});

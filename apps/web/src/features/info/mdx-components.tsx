import type { MDXComponents } from 'mdx/types';
import { Children, isValidElement, useRef, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PATHS, type PageName } from '../../config/paths';
import { webSettings } from '../../config/web-env';
import { useAddress } from '../../shared/i18n/locale-context';
import { CopyButton } from '../../shared/ui/actions/copy-button';
import { Disclosure } from '../../shared/ui/navigation/disclosure';
import { anchorOf } from './anchor';
import { ScrollingTable } from './scrolling-table';
import { StoredValues } from './stored-values';

const textOf = (node: ReactNode): string =>
  Children.toArray(node)
    .map((child) => {
      if (isValidElement<{ children?: ReactNode }>(child)) return textOf(child.props.children);
      return typeof child === 'string' || typeof child === 'number' ? String(child) : '';
    })
    .join('');

/** Stands for the address of the site in documents, so that what is pasted works. */
const SITE = 'https://your-host.example';
const withSite = (text: string): string => text.replaceAll(SITE, webSettings.siteUrl ?? window.location.origin);

function Heading({ children }: ComponentProps<'h2'>) {
  return <h2 id={anchorOf(textOf(children))}>{children}</h2>;
}

const isPage = (name: string): name is PageName => name in PATHS;

/** `[pricing](page:pricing)` is a page of ours in the language of the text. */
function Anchor({ href = '', children }: ComponentProps<'a'>) {
  const to = useAddress();
  const page = href.startsWith('page:') ? href.slice('page:'.length) : '';
  if (isPage(page)) return <Link to={to(page)}>{children}</Link>;
  const address = withSite(href);
  return (
    <a href={address} {...(href.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}>
      {children}
    </a>
  );
}

interface About {
  'data-about'?: string;
}

function Code({ children }: ComponentProps<'pre'>) {
  const { t } = useTranslation('info');
  const shown = useRef<HTMLElement>(null);
  const code = withSite(textOf(children));
  const about = isValidElement<About>(children) ? children.props['data-about'] : undefined;
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls */}
      <pre tabIndex={0} role="group" aria-label={about ? t('codeOf', { about }) : t('code')}>
        <code ref={shown}>{code}</code>
      </pre>
      <CopyButton text={code} place={shown} name={about ? t('copyOf', { about }) : undefined} />
    </div>
  );
}

function Question({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Disclosure summary={title}>
      <div className="prose">{children}</div>
    </Disclosure>
  );
}

function Table({ children, 'data-about': about }: ComponentProps<'table'> & About) {
  return <ScrollingTable about={about}>{children}</ScrollingTable>;
}

/** What documents may use. */
export const MDX_COMPONENTS: MDXComponents = {
  h2: Heading,
  a: Anchor,
  pre: Code,
  table: Table,
  Question,
  StoredValues,
};

import type { MDXComponents } from 'mdx/types';
import { Children, isValidElement, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PATHS, type PageName } from '../../config/paths';
import { useAddress } from '../../shared/i18n/locale-context';
import { CopyButton } from '../../shared/ui/copy-button';
import { Disclosure } from '../../shared/ui/disclosure';

const textOf = (node: ReactNode): string =>
  Children.toArray(node)
    .map((child) => (isValidElement<{ children?: ReactNode }>(child) ? textOf(child.props.children) : String(child)))
    .join('');

/** A heading's address: its words, in whichever script. */
const anchorOf = (title: ReactNode): string =>
  textOf(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

function Heading({ children }: ComponentProps<'h2'>) {
  return <h2 id={anchorOf(children)}>{children}</h2>;
}

/** `[pricing](page:pricing)` is a page of ours in the language of the text. */
function Anchor({ href = '', children }: ComponentProps<'a'>) {
  const to = useAddress();
  const page = href.startsWith('page:') ? href.slice(5) : null;
  if (page !== null && page in PATHS) return <Link to={to(page as PageName)}>{children}</Link>;
  return (
    <a href={href} {...(href.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}>
      {children}
    </a>
  );
}

function Code({ children }: ComponentProps<'pre'>) {
  return (
    <div>
      {/* Wide code scrolls: the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>{children}</pre>
      <CopyButton text={textOf(children)} />
    </div>
  );
}

/** The document with a list of its chapters before it, where there are enough of them. */
function Wrapper({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('info');
  const chapters = Children.toArray(children).filter(
    (child) => isValidElement<ComponentProps<'h2'>>(child) && child.type === Heading,
  );
  const titles = chapters.map((chapter) =>
    isValidElement<ComponentProps<'h2'>>(chapter) ? chapter.props.children : null,
  );
  return (
    <>
      {titles.length > 3 ? (
        <nav aria-label={t('contents')} className="mb-8 border-y border-line py-4">
          <ol className="grid gap-x-8 sm:grid-cols-2">
            {titles.map((title) => (
              <li key={anchorOf(title)}>
                <a
                  href={`#${anchorOf(title)}`}
                  className="inline-flex min-h-10 items-center text-sm text-ink-2 underline-offset-4 hover:text-ink hover:underline"
                >
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div className="prose">{children}</div>
    </>
  );
}

function Question({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Disclosure summary={title}>
      <div className="prose">{children}</div>
    </Disclosure>
  );
}

/** What documents may use. */
export const MDX_COMPONENTS: MDXComponents = { h2: Heading, a: Anchor, pre: Code, wrapper: Wrapper, Question };

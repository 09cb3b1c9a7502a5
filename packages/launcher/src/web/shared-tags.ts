import { readFile } from 'node:fs/promises';

/** As nginx reads it too, see `docker/nginx/web.conf.template`. */
const INCLUDE = /<!--# include virtual="\/_shared_tags\/\$share_token\?locale=(\w+)" -->/;
const LINK = /^\/(?:\w+\/)?shared\/([\w-]+)\/?$/;
/** The page is shown without tags rather than late. */
const TIMEOUT_MS = 2_000;

/** The token in the address of a shared link's page. */
export const sharedToken = (pathname: string): string | undefined => LINK.exec(pathname)?.[1];

async function readTags(url: URL, visitors: string): Promise<string> {
  try {
    const answer = await fetch(url, {
      headers: { 'x-forwarded-for': visitors },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.ok ? await answer.text() : '';
  } catch {
    return '';
  }
}

/** The page of a shared link, with the API's tags by which other sites preview it. `visitors`: for `X-Forwarded-For`. */
export async function sharedPage(
  file: string,
  { apiOrigin, token, visitors }: { apiOrigin: string; token: string; visitors: string },
): Promise<string> {
  const page = await readFile(file, 'utf8');
  const locale = INCLUDE.exec(page)?.[1];
  if (locale === undefined) return page;
  const tags = await readTags(new URL(`/api/images/shared/${token}/tags?locale=${locale}`, apiOrigin), visitors);
  return page.replace(INCLUDE, () => tags);
}

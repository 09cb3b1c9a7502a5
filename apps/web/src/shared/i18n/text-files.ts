import type { Locale } from '@app/contracts';

type TextFile = () => Promise<{ default: object }>;

// Without the texts of the frame, which would get a file each beside their common one.
const files = import.meta.glob<{ default: object }>([
  '../../locales/*/*.json',
  '!../../locales/*/{common,meta,options}.json',
]) as Record<string, TextFile | undefined>;

export async function loadTextFile(locale: Locale, namespace: string): Promise<object> {
  const load = files[`../../locales/${locale}/${namespace}.json`];
  if (!load) throw new Error(`There are no texts ${namespace} in ${locale}`);
  return (await load()).default;
}

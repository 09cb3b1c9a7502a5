import { thumbhashAddress } from './thumbhash';

/** The blurred image that stands in its place until it is there. */
export function ThumbhashPlaceholder({ hash }: { hash: string }) {
  const address = thumbhashAddress(hash);
  if (address === null) return null;
  return <img src={address} alt="" aria-hidden="true" className="absolute inset-0 size-full object-cover" />;
}

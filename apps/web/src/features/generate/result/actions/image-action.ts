/** On a phone the actions share one row: each an icon with its word below. */
export const IMAGE_ACTION =
  'max-sm:min-h-14 max-sm:min-w-0 max-sm:flex-col max-sm:gap-1 max-sm:border-0 max-sm:px-0 max-sm:text-xs ' +
  'max-sm:font-medium max-sm:[&_svg]:size-5';

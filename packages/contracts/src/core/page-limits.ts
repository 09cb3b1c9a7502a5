export const MAX_PAGE_LIMIT = 100;
export const MAX_PAGE = 10_000_000;
export const MAX_PAGINATION_BUTTONS = 5;

export const V1_PAGE_SIZE = 20;

export interface PageWish {
  page: number;
  limit: number;
}

export const sliceOf = ({ page, limit }: PageWish) => ({ skip: (page - 1) * limit, take: limit });

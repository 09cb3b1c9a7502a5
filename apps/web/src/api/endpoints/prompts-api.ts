import { PROMPTS_PAGE_SIZE, routes, type Answer, type PromptUse } from '@app/contracts';
import { baseApi } from '../client/base-api';

/** What was asked for, in these words. */
export type Wording = Pick<PromptUse, 'prompt' | 'negative_prompt' | 'last_used_at'>;

/** As many generations of the latest that a search found are looked through for their wordings. */
const SEARCHED = 50;

const promptsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Each wording once, last used first. */
    promptHistory: build.infiniteQuery<Answer<'images.prompts'>, void, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
      },
      query: ({ pageParam }) => ({
        route: routes.images.prompts,
        query: { page: pageParam, limit: PROMPTS_PAGE_SIZE },
      }),
      providesTags: ['Image'],
    }),
    /** Of the whole history; a wording comes as often as it was found. */
    promptSearch: build.query<Wording[], string>({
      query: (q) => ({ route: routes.images.listGenerations, query: { page: 1, limit: SEARCHED, q } }),
      transformResponse: ({ data }: Answer<'images.listGenerations'>) =>
        data.map(({ prompt, negative_prompt, created_at }) => ({ prompt, negative_prompt, last_used_at: created_at })),
      providesTags: ['Image'],
    }),
  }),
});

export const { usePromptHistoryInfiniteQuery, usePromptSearchQuery } = promptsApi;

import {
  PROMPTS_PAGE_SIZE,
  isFinished,
  isOpen,
  routes,
  type Answer,
  type Body,
  type Generation,
  type PromptUse,
} from '@app/contracts';
import { baseApi } from '../client/base-api';

interface Submission {
  body: Body<'images.generate'>;
  /** The same key with the same body is answered with the same generation, however often it is sent. */
  key: string;
}

export type PromptHistoryEntry = Pick<PromptUse, 'prompt' | 'negative_prompt' | 'last_used_at'>;

/** A search looks through the prompts of this many of the latest generations that match. */
const SEARCHED_GENERATIONS = 50;

/** An answer sent before an event is older than the event: an image that has finished is still open in it. */
function isOlder(answer: Generation, known: Generation): boolean {
  const finished = new Set(known.generated_images.filter(isFinished).map(({ id }) => id));
  const isOpenAgain = answer.generated_images.some((image) => finished.has(image.id) && isOpen(image));
  return isOpenAgain || (known.finished_at !== null && answer.finished_at === null);
}

export const generationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    generate: build.mutation<Generation, Submission>({
      query: ({ body, key }) => ({ route: routes.images.generate, body, headers: { 'idempotency-key': key } }),
      invalidatesTags: (result, error) => {
        if (result) return ['Quota', { type: 'Image', id: 'LIST' }, 'PromptHistory', 'Stats'];
        return error?.code === 'ENGINE_UNAVAILABLE' ? ['Quota', 'Models'] : ['Quota'];
      },
      extraOptions: { report: 'inline' },
    }),
    cancelGeneration: build.mutation<Generation, string>({
      query: (id) => ({ route: routes.images.cancel, params: { id } }),
      extraOptions: { report: 'inline' },
    }),
    generation: build.query<Generation, string>({
      query: (id) => ({ route: routes.images.showGeneration, params: { id } }),
      providesTags: (_, __, id) => [{ type: 'Generation', id }],
      merge: (known, answer) => (isOlder(answer, known) ? known : answer),
    }),
    /** Each prompt once, last used first. */
    promptHistory: build.infiniteQuery<Answer<'images.prompts'>, void, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
      },
      query: ({ pageParam }) => ({
        route: routes.images.prompts,
        query: { page: pageParam, limit: PROMPTS_PAGE_SIZE },
      }),
      providesTags: ['PromptHistory'],
    }),
    /** Searches the whole history; a prompt is listed once for each generation that was found. */
    promptSearch: build.query<PromptHistoryEntry[], string>({
      query: (q) => ({ route: routes.images.listGenerations, query: { page: 1, limit: SEARCHED_GENERATIONS, q } }),
      transformResponse: ({ data }: Answer<'images.listGenerations'>) =>
        data.map(({ prompt, negative_prompt, created_at }) => ({ prompt, negative_prompt, last_used_at: created_at })),
      providesTags: ['PromptHistory'],
    }),
    models: build.query<Answer<'images.models'>, void>({
      query: () => ({ route: routes.images.models }),
      providesTags: ['Models'],
      keepUnusedDataFor: 600,
    }),
  }),
});

export const {
  useGenerateMutation,
  useCancelGenerationMutation,
  useGenerationQuery,
  usePromptHistoryInfiniteQuery,
  usePromptSearchQuery,
  useModelsQuery,
} = generationsApi;
export const useModelsState = generationsApi.endpoints.models.useQueryState;

import { routes, type Answer } from '@app/contracts';
import { baseApi } from '../client/base-api';
import { userChanged } from '../auth/session-slice';

export const bonusApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    dailyBonus: build.query<Answer<'dailyBonus.status'>, void>({
      query: () => ({ route: routes.dailyBonus.status }),
      providesTags: ['Bonus'],
    }),
    claimBonus: build.mutation<Answer<'dailyBonus.claim'>, void>({
      query: () => ({ route: routes.dailyBonus.claim }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (result) dispatch(userChanged(result.data.user));
      },
      // Also after a failure: the answer may have been lost on its way, the credit not.
      invalidatesTags: ['Bonus', 'Quota'],
      extraOptions: { report: 'inline' },
    }),
  }),
});

export const { useDailyBonusQuery, useClaimBonusMutation } = bonusApi;

import { routes, type Answer, type Body } from '@app/contracts';
import { baseApi } from '../client/base-api';
import { userChanged } from '../auth/session-slice';

export const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    updateProfile: build.mutation<Answer<'users.updateProfile'>, Body<'users.updateProfile'>>({
      query: (body) => ({ route: routes.users.updateProfile, body }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (result) dispatch(userChanged(result.data));
      },
    }),
    userStats: build.query<Answer<'users.stats'>, void>({
      query: () => ({ route: routes.users.stats }),
      providesTags: ['Stats'],
    }),
    deleteAccount: build.mutation<Answer<'users.deleteAccount'>, void>({
      query: () => ({ route: routes.users.deleteAccount }),
      extraOptions: { report: 'inline' },
    }),
    preferences: build.query<Answer<'users.preferences'>, void>({
      query: () => ({ route: routes.users.preferences }),
      providesTags: ['Preferences'],
    }),
    unsubscribe: build.mutation<Answer<'users.unsubscribe'>, { token: string }>({
      query: (params) => ({ route: routes.users.unsubscribe, params }),
      invalidatesTags: ['Preferences'],
      extraOptions: { report: 'inline' },
    }),
    updatePreferences: build.mutation<Answer<'users.updatePreferences'>, Body<'users.updatePreferences'>>({
      query: (body) => ({ route: routes.users.updatePreferences, body }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (result) dispatch(usersApi.util.updateQueryData('preferences', undefined, () => result.data));
      },
      extraOptions: { report: 'inline' },
    }),
  }),
});

export const {
  useUpdateProfileMutation,
  useUserStatsQuery,
  useDeleteAccountMutation,
  usePreferencesQuery,
  useUnsubscribeMutation,
  useUpdatePreferencesMutation,
} = usersApi;

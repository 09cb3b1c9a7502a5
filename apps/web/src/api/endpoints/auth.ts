import { routes, type Answer, type Body, type OAuthProvider } from '@app/contracts';
import { baseApi } from '../client/base-api';

export const authApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    signInProviders: build.query<Answer<'auth.providers'>, void>({
      query: () => ({ route: routes.auth.providers }),
      keepUnusedDataFor: 600,
    }),
    startSignIn: build.mutation<Answer<'auth.start'>, { provider: OAuthProvider; redirect: string }>({
      query: ({ provider, redirect }) => ({ route: routes.auth.start, params: { provider }, query: { redirect } }),
      extraOptions: { report: 'inline' },
    }),
    finishSignIn: build.mutation<Answer<'auth.callback'>, { provider: OAuthProvider; body: Body<'auth.callback'> }>({
      query: ({ provider, body }) => ({ route: routes.auth.callback, params: { provider }, body }),
      extraOptions: { report: 'inline' },
    }),
    me: build.query<Answer<'auth.me'>, void>({
      query: () => ({ route: routes.auth.me }),
      keepUnusedDataFor: 30,
      extraOptions: { quiet: true },
    }),
    signOutEverywhere: build.mutation<Answer<'auth.logoutEverywhere'>, void>({
      query: () => ({ route: routes.auth.logoutEverywhere }),
      extraOptions: { report: 'inline' },
    }),
    verifyEmail: build.mutation<Answer<'auth.verifyEmail'>, Body<'auth.verifyEmail'>>({
      query: (body) => ({ route: routes.auth.verifyEmail, body }),
      extraOptions: { report: 'inline' },
    }),
    resendVerification: build.mutation<Answer<'auth.resendVerification'>, void>({
      query: () => ({ route: routes.auth.resendVerification }),
    }),
  }),
});

export const {
  useSignInProvidersQuery,
  useStartSignInMutation,
  useFinishSignInMutation,
  useSignOutEverywhereMutation,
  useVerifyEmailMutation,
  useResendVerificationMutation,
} = authApi;

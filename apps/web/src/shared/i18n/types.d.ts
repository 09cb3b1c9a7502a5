import 'i18next';
import type batch from '../../locales/en/batch.json';
import type billing from '../../locales/en/billing.json';
import type change from '../../locales/en/change.json';
import type common from '../../locales/en/common.json';
import type compare from '../../locales/en/compare.json';
import type credits from '../../locales/en/credits.json';
import type developers from '../../locales/en/developers.json';
import type errors from '../../locales/en/errors.json';
import type explore from '../../locales/en/explore.json';
import type gallery from '../../locales/en/gallery.json';
import type generate from '../../locales/en/generate.json';
import type home from '../../locales/en/home.json';
import type info from '../../locales/en/info.json';
import type meta from '../../locales/en/meta.json';
import type options from '../../locales/en/options.json';
import type palette from '../../locales/en/palette.json';
import type payment from '../../locales/en/payment.json';
import type pricing from '../../locales/en/pricing.json';
import type profile from '../../locales/en/profile.json';
import type session from '../../locales/en/session.json';
import type sharing from '../../locales/en/sharing.json';
import type statement from '../../locales/en/statement.json';
import type work from '../../locales/en/work.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      batch: typeof batch;
      billing: typeof billing;
      change: typeof change;
      common: typeof common;
      compare: typeof compare;
      credits: typeof credits;
      developers: typeof developers;
      errors: typeof errors;
      explore: typeof explore;
      gallery: typeof gallery;
      generate: typeof generate;
      home: typeof home;
      info: typeof info;
      meta: typeof meta;
      options: typeof options;
      palette: typeof palette;
      payment: typeof payment;
      pricing: typeof pricing;
      profile: typeof profile;
      session: typeof session;
      sharing: typeof sharing;
      statement: typeof statement;
      work: typeof work;
    };
  }
}

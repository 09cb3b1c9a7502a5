/** The least that production asks for. */
export const PRODUCTION = {
  PUBLIC_URL: 'https://pictures.example.com/',
  DATABASE_URL: 'postgres://app:secret@db/app',
  REDIS_URL: 'redis://cache:6379',
  APP_SECRET: 'q3Vv0mKx7Jr2Tn9Wb5Yc8Zd1Lf4Hg6Sp-Qo_UiEaRtM',
  IDENTITY_SECRET: 'H8sXk2Pz5Nw1Cv7Bj4Rm9Dq6Ft3Gy0Lu_Ei-OaJcKhT',
  STORAGE_DIR: '/var/pictures',
};

import '@app/config/cached-compile';

export { default } from 'jest-fixed-jsdom';

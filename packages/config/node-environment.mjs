import './cached-compile.mjs';

export { TestEnvironment as default } from 'jest-environment-node';

export { denyAccess, grantAccess, grantAccessAsNewAccount } from './consent.js';
export { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';
export { createTestServices, type TestServices } from './services/test-services.js';

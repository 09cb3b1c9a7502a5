export { denyAccess, grantAccess, grantAccessAsNewAccount } from './consent.js';
export { approveAtPaypal, cancelAtPaypal, changeFundingAtPaypal, type PaypalChoice } from './paypal/pages/visit.js';
export { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';
export { createTestServices, type TestServices } from './services/test-services.js';

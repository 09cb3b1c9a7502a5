export { createTestServices, type TestServices } from './services/test-services.js';

export { launch } from './launch.js';
export type { LaunchOptions } from './launch-options.js';
export type { Running } from './running.js';
export type { Variables } from './config.js';
export { PartError, type PartName } from './parts/part.js';
export { AlreadyRunningError } from './run-file.js';
export { PortBusyError } from './ports.js';
export { SettingsError } from './settings.js';
export { builtProduct, type Product } from './product.js';

export { UsersModule } from './users.module.js';
export { UserEntity } from './persistence/user.entity.js';
export { UserDirectory } from './application/user-directory.js';
export { Unsubscribe } from './application/unsubscribe.js';
export { Profile } from './application/profile.js';
export { ResolveIdentity, type Identity } from './application/resolve-identity.js';
export { SetPlan } from './application/set-plan.js';
export { AccountErasers, type AccountEraser } from './application/account-erasers.js';

import { groupSpecs } from '@app/config/grouped-specs';
import config from './jest.config.mjs';

/** How many groups: enough that all workers end at about the same time. */
const COUNTS = { pure: 8, database: 24 };
const isProof = (file) => file.includes('.proof.');
const isDatabase = (file) => file.endsWith('.db.spec.ts');
const IS_SPEC = {
  pure: (file) => file.endsWith('.spec.ts') && !isDatabase(file) && !isProof(file),
  database: (file) => isDatabase(file) && !isProof(file),
};

/** They measure the process, end it, or count what all modules registered. */
const ALONE = /\/(metrics-server|armed-fail-points|migrations\.db|outage\.db)\.spec\.ts$/;

const grouped = ({ testRegex: _each, ...project }) => ({
  ...project,
  testMatch: groupSpecs({
    root: import.meta.dirname,
    name: project.displayName,
    isSpec: IS_SPEC[project.displayName],
    alone: ALONE,
    count: COUNTS[project.displayName],
  }),
});

export default { ...config, projects: config.projects.map(grouped) };

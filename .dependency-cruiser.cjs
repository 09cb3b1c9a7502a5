/**
 * The arrows of this repository, as patterns, so that a new module is covered the day it is born.
 * `$1` in a `to` pattern stands for the group captured in `from`.
 */

/** Who may know whom among the API's modules; a module that is missing here may know `platform` alone. */
const MODULE_ARROWS = {
  users: [],
  'outgoing-webhooks': ['users'],
  quota: ['users', 'outgoing-webhooks'],
  'daily-bonus': ['users', 'quota'],
  subscriptions: ['users', 'quota'],
  'api-keys': ['users', 'quota'],
  images: ['users', 'outgoing-webhooks', 'quota', 'api-keys'],
  batches: ['users', 'outgoing-webhooks', 'quota', 'api-keys', 'images'],
  mcp: ['quota', 'images'],
  auth: ['users', 'api-keys'],
};

/** The slices of images from the bottom up: which others each may know. */
const IMAGES_ARROWS = {
  shared: [],
  files: ['shared'],
  engines: ['shared'],
  generation: ['shared', 'files', 'engines'],
  worker: ['shared', 'files', 'engines', 'generation'],
  gallery: ['shared', 'files', 'engines', 'generation'],
  sharing: ['shared', 'files', 'engines', 'generation', 'gallery'],
  exports: ['shared', 'files', 'engines', 'generation', 'gallery'],
  erasure: ['shared', 'files', 'engines', 'generation', 'gallery', 'sharing', 'exports'],
};

const API_MODULES = 'apps/api/src/modules';
const TESTS = '\\.spec\\.tsx?$|/test/';
const known = Object.keys(MODULE_ARROWS);

const moduleArrows = known.map((name) => ({
  name: `api-module-${name}`,
  comment: `${name} may know: ${MODULE_ARROWS[name].join(', ') || 'no other module'} (and platform).`,
  severity: 'error',
  from: { path: `^${API_MODULES}/${name}/`, pathNot: TESTS },
  to: { path: `^${API_MODULES}/`, pathNot: `^${API_MODULES}/(${[name, ...MODULE_ARROWS[name]].join('|')})/` },
}));

const imagesArrows = Object.entries(IMAGES_ARROWS).map(([slice, below]) => ({
  name: `api-images-${slice}`,
  comment: `images/${slice} may know: ${below.join(', ') || 'no other slice'}.`,
  severity: 'error',
  from: { path: `^${API_MODULES}/images/${slice}/`, pathNot: TESTS },
  to: { path: `^${API_MODULES}/images/`, pathNot: `^${API_MODULES}/images/(${[slice, ...below].join('|')})/` },
}));

/** Web layers from the bottom up: each may use those before it. */
const WEB_LAYERS = ['shared', 'config', 'api', 'entities', 'features', 'routes', 'app'];

const webLayers = WEB_LAYERS.slice(0, -1).map((layer) => {
  const above = layer === 'shared' ? WEB_LAYERS.slice(2) : WEB_LAYERS.slice(WEB_LAYERS.indexOf(layer) + 1);
  return {
    name: `web-layer-${layer}`,
    comment: `web: shared, config <- api <- entities <- features <- routes <- app; ${layer} may not use ${above.join(', ')}.`,
    severity: 'error',
    from: { path: `^apps/web/src/${layer}/`, pathNot: TESTS },
    to: { path: `^apps/web/src/(${above.join('|')})/` },
  };
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle makes every file in it one file.',
      severity: 'error',
      from: {},
      // Two entities that refer to each other do so by type (TypeORM's Relation<>), which leaves nothing at run time.
      to: { circular: true, viaOnly: { pathNot: '\\.entity\\.ts$' } },
    },
    {
      name: 'resolvable',
      comment:
        'An import that resolves to nothing: a typing error, a missing dependency, or a package that is not built.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared-dependencies',
      comment: "A package is imported that the importing package's own package.json does not name.",
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'production-dependencies',
      comment: 'Code that ships may not need a devDependency at run time.',
      severity: 'error',
      from: { path: '^(apps/api|packages/(contracts|client|studio|launcher|sandbox))/src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-tests-in-code',
      comment: 'Code may not import a test or its helpers.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: `${TESTS}|^packages/(e2e|proof)/` },
      to: { path: '\\.spec\\.tsx?$|^(apps|packages)/[^/]+/test/' },
    },
    {
      name: 'packages-by-their-door',
      comment: 'Another package is reached by its name, never by a relative path.',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: { path: '^(apps|packages)/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    },
    {
      name: 'contracts-know-nobody',
      comment: 'contracts <- everything: it may import the schema library and itself.',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: TESTS },
      to: { pathNot: '^packages/contracts/src/|/node_modules/zod/|^zod' },
    },
    {
      name: 'client-knows-nobody',
      comment: 'The client is installed outside: it knows the API by the generated types, made from its description.',
      severity: 'error',
      from: { path: '^packages/client/src/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/client/' },
    },
    {
      name: 'apps-reach-the-sandbox-over-http',
      comment: 'What ships must not contain the sandbox or the launcher; tests may start them.',
      severity: 'error',
      from: { path: '^(apps/[^/]+|packages/(contracts|client|studio))/src/', pathNot: TESTS },
      to: { path: '^packages/(sandbox|launcher|e2e|proof)/' },
    },
    {
      name: 'apps-do-not-know-each-other',
      comment: 'The web and the API share contracts and nothing else.',
      severity: 'error',
      from: { path: '^(apps/[^/]+)/' },
      to: { path: '^apps/', pathNot: '^$1/' },
    },
    {
      name: 'platform-knows-no-module',
      comment: 'platform is what any product needs.',
      severity: 'error',
      from: { path: '^apps/api/src/platform/', pathNot: TESTS },
      to: { path: `^${API_MODULES}/` },
    },
    {
      name: 'only-the-app-module-composes',
      comment: 'Modules and platform never import the composition (app module, main files).',
      severity: 'error',
      from: { path: '^apps/api/src/(modules|platform)/', pathNot: TESTS },
      to: { path: '^apps/api/src/[^/]+\\.ts$' },
    },
    {
      name: 'api-module-by-its-index',
      comment: 'Another module is reached by its index.ts, its only door.',
      severity: 'error',
      from: { path: `^${API_MODULES}/([^/]+)/`, pathNot: TESTS },
      to: { path: `^${API_MODULES}/[^/]+/`, pathNot: `^${API_MODULES}/$1/|^${API_MODULES}/[^/]+/index\\.ts$` },
    },
    {
      name: 'app-module-by-index',
      comment: 'The composition too takes a module by its index.ts, the worker process by its worker.ts.',
      severity: 'error',
      from: { path: '^apps/api/src/[^/]+\\.ts$', pathNot: TESTS },
      to: { path: `^${API_MODULES}/[^/]+/`, pathNot: `^${API_MODULES}/[^/]+/(index|worker)\\.ts$` },
    },
    ...moduleArrows,
    ...imagesArrows,
    {
      name: 'api-module-unknown',
      comment: 'A new module says in .dependency-cruiser.cjs whom it may know.',
      severity: 'error',
      from: { path: `^${API_MODULES}/`, pathNot: `^${API_MODULES}/(${known.join('|')})/` },
      to: { path: `^${API_MODULES}/([^/]+)/`, pathNot: `^${API_MODULES}/(?!${known.join('|')})` },
    },
    {
      name: 'domain-is-pure',
      comment: 'domain/ holds rules: neither Nest nor TypeORM, nor any of the outer folders of its module.',
      severity: 'error',
      from: { path: `^${API_MODULES}/[^/]+/domain/`, pathNot: TESTS },
      to: {
        path: `node_modules/(@nestjs|typeorm|pg|bull|ioredis|fastify)/|^${API_MODULES}/[^/]+/(http|application|persistence|jobs)/`,
      },
    },
    {
      name: 'http-holds-no-persistence',
      comment: 'A controller calls a use case or a named question; entities stay behind it.',
      severity: 'error',
      from: { path: `^${API_MODULES}/.*(/http/|\\.controller\\.ts$)`, pathNot: TESTS },
      to: { path: 'node_modules/typeorm/|\\.entity\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    ...webLayers,
    {
      name: 'web-features-are-islands',
      comment: 'Features never import each other: routes compose them.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
  ],
  options: {
    // Folders whole: a build that runs beside this may remove what was just listed in them.
    doNotFollow: { path: '(^|/)(node_modules|dist|build|coverage|test-results|playwright-report)(/|$)' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default', 'require'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json'],
    },
    skipAnalysisNotInRules: true,
    cache: false,
  },
};

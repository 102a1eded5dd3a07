/**
 * The layers of server/src, the upper ones first. Imports point only downwards; folders on one line do not import each other.
 * ARCHITECTURE.md says why.
 */
const layers = [
  ['start'],
  ['duplicates', 'maintenance', 'backups', 'metrics'],
  ['zotero', 'public-lists'],
  ['citations'],
  ['portability'],
  ['channels', 'feeds'],
  ['runs', 'persons'],
  ['crawling'],
  ['enrichment', 'name-search', 'rules'],
  ['scholars', 'settings', 'accounts', 'tags', 'notes', 'views'],
  ['upgrade'],
  ['notices'],
  ['publications'],
  ['names'],
  ['library'],
  ['reading-order'],
  ['audit'],
  ['sources'],
  ['events'],
  ['platform'],
  ['search-language'],
];

const folders = (names) => `^server/src/(${names.join('|')})/`;

const layerRules = layers.flatMap((layer, depth) => {
  const above = layers.slice(0, depth).flat();
  const neighbours = layer.length > 1;
  return [
    ...(above.length > 0
      ? [
          {
            name: `${layer.join('-')}-import-downwards`,
            comment: 'Imports point only downwards.',
            severity: 'error',
            from: { path: folders(layer) },
            to: { path: folders(above) },
          },
        ]
      : []),
    ...(neighbours
      ? [
          {
            name: `${layer.join('-')}-are-neighbours`,
            comment: 'Folders on one line of the list do not import each other.',
            severity: 'error',
            from: { path: `^server/src/(${layer.join('|')})/` },
            to: { path: folders(layer), pathNot: '^server/src/$1/' },
          },
        ]
      : []),
  ];
});

module.exports = {
  forbidden: [
    ...layerRules,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'sandbox-stands-alone',
      comment: 'The sandbox imports nothing of the product.',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(server|web)/' },
    },
    {
      name: 'only-the-demo-uses-the-sandbox',
      comment: 'The service must not depend on stand-ins.',
      severity: 'error',
      from: { path: '^(server|web)/src/', pathNot: ['^server/src/start/demo\\.ts$', '\\.test\\.ts$'] },
      to: { path: '^sandbox/' },
    },
    {
      name: 'only-http-imports-fastify',
      severity: 'error',
      from: { pathNot: '^server/src/platform/http/' },
      to: { path: 'node_modules/(@fastify/|fastify/)' },
    },
    {
      name: 'only-stores-write-sql',
      comment: 'SQL lives in store.ts (or <word>-store.ts) files and in platform/database.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['store\\.ts$', '^server/src/platform/database/', '\\.test\\.ts$'] },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pure-files-do-no-io',
      comment: 'A contract knows no store.',
      severity: 'error',
      from: { path: '/contract\\.ts$' },
      to: { path: 'store\\.ts$' },
    },
    {
      name: 'jobs-are-not-called',
      severity: 'error',
      from: { pathNot: ['^server/src/start/schedule\\.ts$', '\\.test\\.ts$'] },
      to: { path: '/jobs/' },
    },
    ...['app', 'pages', 'features', 'ui'].flatMap((folder, depth, all) => ({
      name: `web-${folder}-imports-downwards`,
      comment:
        'app, pages, features, ui: each imports what stands after it, and api and texts; these import none of them.',
      severity: 'error',
      from: { path: `^web/src/(${[...all.slice(depth + 1), 'api', 'texts'].join('|')})/`, pathNot: '^web/src/texts/' },
      to: { path: `^web/src/${folder}/` },
    })),
    {
      name: 'web-knows-the-description-alone',
      comment: 'The web application knows of the service what openapi.json says, and shares the parser of searches.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/', pathNot: '^server/src/search-language/' },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-dev-dependencies',
      severity: 'error',
      from: {
        path: '^(server|sandbox)/src/',
        pathNot: ['^server/src/start/demo\\.ts$', 'read-rows\\.ts$', '^sandbox/src/inbox/', '\\.test\\.ts$'],
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['development', 'import', 'node', 'default', 'types'],
    },
  },
};

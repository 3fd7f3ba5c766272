/**
 * What a line of code may know (docs/architecture.md, Layout and Names), checked. Each rule of the house has a
 * fixture in tools/lint/house-rules.spec.ts that must fail it.
 */
import tseslint from 'typescript-eslint';

/** Suffixes that name the one thing more that a file of a service may know. Without one it is pure. */
const SUFFIXES = [
  'handler',
  'view',
  'public',
  'worker',
  'client',
  'module',
  'dto',
  'spec',
  'int-spec',
  'e2e-spec',
  'config',
];
/** These decide, so a file of theirs without a suffix is pure. The gateway, the command line, the sample plugin and the black-box tests decide nothing. */
const SERVICES = ['catalogue', 'review', 'installation', 'wallet', 'workspace', 'delivery'];
const services = `apps/{${SERVICES.join(',')}}/src`;

const nest = { group: ['@nestjs/*', 'reflect-metadata', 'rxjs', 'rxjs/*'], message: 'This file knows no framework.' };
const database = {
  group: ['typeorm', 'pg', '@nestjs/typeorm'],
  message: 'Only libs/event-store and *.view.ts know the database.',
};
const nats = { group: ['@nats-io/*'], message: 'Only libs/broker knows NATS.' };
const natsClients = { group: ['@nats-io/*', '!@nats-io/jwt'], message: 'Only libs/broker connects to NATS.' };
const drivers = {
  group: ['fastify', 'fastify/*', '@fastify/*', 'undici', 'pino', 'prom-client', '@opentelemetry/*'],
  message: 'This file knows no framework and no driver.',
};
const otherApps = {
  group: ['@kushk/app-*', '**/apps/*', '**/apps/**'],
  message: 'An app imports libraries, never another app.',
};
const backDoors = {
  group: ['@kushk/*/src/**', '@kushk/*/dist/**'],
  message: 'A library is imported by its name alone.',
};
const waysOut = {
  regex: '^(\\.\\./)+((apps|libs)/)?[a-z-]+/(src|dist|test)/',
  message: 'A relative import stays in its app or library.',
};
const node = { group: ['node:*'], message: 'A file without a suffix is pure: no I/O.' };
const ioLibraries = {
  group: ['@kushk/broker', '@kushk/runtime', '@kushk/edge', '@kushk/embedded', '@kushk/testing'],
  message: 'This file is free of I/O: what it needs is handed to it.',
};
const store = {
  group: ['@kushk/event-store'],
  message: 'A file without a suffix is pure: facts come in with the command.',
};
const asking = {
  group: ['@kushk/broker'],
  importNames: ['Broker'],
  message: 'A service asks nobody: it learns from facts. Only the gateway asks.',
};
const answering = {
  group: ['@nestjs/microservices'],
  message: 'A view is looked at by handlers; it answers nobody itself.',
};

/** Every file of an app or a library stays within its own walls. */
const restrict = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns: [otherApps, backDoors, waysOut, ...patterns] }],
});

const barrel = { selector: 'ExportAllDeclaration', message: "No barrel but a library's index." };
const everywhere = [
  { selector: 'TSEnumDeclaration', message: 'A union of texts says the same and is plain data.' },
  {
    selector: 'ClassDeclaration[superClass]:not([superClass.name=/^(Error|Server)$/])',
    message: 'No base classes of our own: errors, and what a framework demands, are the exceptions.',
  },
  {
    selector:
      'CallExpression[callee.object.name="jest"][callee.property.name=/^(mock|unstable_mockModule|doMock|fn|spyOn)$/]',
    message: 'Nothing of ours is mocked.',
  },
  {
    selector:
      'CallExpression[callee.object.name=/^(describe|it|test)$/][callee.property.name=/^(skip|only|todo|failing)$/]',
    message: 'The suite runs as a whole: nothing is skipped, nothing runs alone.',
  },
  {
    selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
    message: 'The suite runs as a whole: nothing is skipped, nothing runs alone.',
  },
];
const environment = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Configuration is read once, by readConfig of @kushk/runtime.',
};
const sleep = {
  selector:
    'AwaitExpression > NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"][arguments.1.type="Literal"]',
  message: 'Waiting is `eventually(question, within)`, never a sleep.',
};
const impure = (selector, message) => ({
  selector,
  message: `${message} A file without a suffix is pure: it comes in with the command.`,
});
const clockAndChance = [
  impure('NewExpression[callee.name="Date"][arguments.length=0]', 'No clock.'),
  impure('CallExpression[callee.object.name="Date"][callee.property.name="now"]', 'No clock.'),
  impure('CallExpression[callee.object.name="Math"][callee.property.name="random"]', 'No random.'),
];
const noWorld = ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'crypto', 'performance'];
const forbid = (...selectors) => ({ 'no-restricted-syntax': ['error', ...everywhere, ...selectors] });

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '.kushk/', '.nx/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    // Without these, imports that only decorator metadata needs would look like types.
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/max-params': ['error', { max: 3 }],
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreUrls: true, ignoreRegExpLiterals: true },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  { files: ['**/*.ts'], rules: forbid(barrel) },
  {
    files: ['**/*spec.ts'],
    rules: { 'max-lines': ['error', 500], 'max-lines-per-function': 'off', ...forbid(barrel, sleep) },
  },
  {
    files: ['tools/**/*.ts', 'apps/cli/**/*.ts', 'jest.config.mjs', 'eslint.config.mjs'],
    rules: { 'no-console': 'off', 'no-restricted-exports': 'off' },
  },

  // Libraries.
  { files: ['libs/*/src/index.ts'], rules: forbid() },
  { files: ['libs/*/src/**/*.ts'], rules: restrict(database, nats) },
  {
    files: ['libs/{decider,manifest,contracts}/src/**/*.ts'],
    ignores: ['**/*spec.ts'],
    rules: restrict(nest, database, nats, drivers, node),
  },
  {
    files: ['libs/{decider,manifest,contracts,credentials}/src/**/*.ts'],
    ignores: ['**/*spec.ts', '**/index.ts'],
    rules: { ...forbid(barrel, ...clockAndChance), 'no-restricted-globals': noWorld },
  },
  { files: ['libs/credentials/src/**/*.ts'], rules: restrict(nest, database, nats, drivers) },
  // They write and sign what NATS reads, and connect to nothing.
  { files: ['libs/credentials/src/nats-*.ts'], rules: restrict(nest, database, natsClients, drivers) },
  { files: ['libs/event-store/src/**/*.ts'], rules: restrict(nats) },
  { files: ['libs/broker/src/**/*.ts'], rules: restrict(database) },
  // They start servers and lay out databases for the tests and for development.
  { files: ['libs/{testing,embedded}/src/**/*.ts', 'libs/*/src/**/*spec.ts'], rules: restrict() },
  {
    files: ['libs/testing/src/global-*.ts', 'apps/e2e/src/system/global-*.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },

  // Applications.
  { files: ['apps/*/src/**/*.ts'], rules: restrict(database, nats) },
  { files: [`${services}/**/*.ts`], ignores: ['**/*spec.ts'], rules: restrict(database, nats, asking) },
  {
    files: [`${services}/**/*.ts`],
    ignores: ['**/*spec.ts', `${services}/{main,rebuild}.ts`],
    rules: forbid(barrel, environment),
  },
  { files: ['apps/*/src/**/*.view.ts'], rules: restrict(nats, asking, answering) },
  { files: ['apps/*/src/migrations/*.ts', 'apps/*/src/**/*spec.ts'], rules: restrict(nats) },
  // The tests of the whole system connect to the database and to NATS in order to break them.
  { files: ['apps/e2e/src/**/*.ts'], rules: restrict() },
  // Some start the services of a hub or a fleet in the test's own process, so these two import the services' modules.
  {
    files: [
      'apps/e2e/src/{hub,fleet}/*-harness.ts',
      'apps/e2e/src/hub/{release-journey.int-spec,same-problems.spec}.ts',
    ],
    rules: { 'no-restricted-imports': 'off' },
  },

  { files: ['apps/*/src/**/*.{public,dto}.ts'], rules: restrict(nest, database, nats, drivers, node, ioLibraries) },
  {
    files: [`${services}/**/*.ts`],
    ignores: [
      ...SUFFIXES.map((suffix) => `**/*.${suffix}.ts`),
      `${services}/{main,rebuild}.ts`,
      `${services}/migrations/*.ts`,
    ],
    rules: {
      ...restrict(nest, database, nats, drivers, node),
      // A class may name the types of the dependencies that its constructor gets; the module builds it.
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { ...ioLibraries, allowTypeImports: true },
            { ...store, allowTypeImports: true },
          ],
        },
      ],
      ...forbid(barrel, environment, ...clockAndChance),
      'no-restricted-globals': noWorld,
    },
  },
);

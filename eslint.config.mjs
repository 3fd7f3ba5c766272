/**
 * The conventions of docs/architecture.md as lint rules. Each rule has a fixture in tools/check/lint/eslint-config.spec.ts
 * that must fail.
 */
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { plugin } from './tools/check/lint/plugin.mjs';

/** Each suffix permits one kind of dependency to a file of a service. A file without a suffix does no I/O of its own. */
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
/** Apps with decisions. The gateway, the command line, the sample plugin and the system tests have none. */
const SERVICES = ['catalogue', 'review', 'installation', 'wallet', 'workspace', 'delivery', 'containers'];
const services = `apps/{${SERVICES.join(',')}}/src`;

const nest = {
  group: ['@nestjs/*', 'reflect-metadata', 'rxjs', 'rxjs/*'],
  message: 'This file must not depend on a framework.',
};
const database = {
  group: ['typeorm', 'pg', '@nestjs/typeorm'],
  message: 'Only libs/event-store and *.view.ts access the database.',
};
const nats = { group: ['@nats-io/*'], message: 'Only libs/broker uses NATS.' };
const natsClients = { group: ['@nats-io/*', '!@nats-io/jwt'], message: 'Only libs/broker connects to NATS.' };
const drivers = {
  group: ['fastify', 'fastify/*', '@fastify/*', 'undici', 'pino', 'prom-client', '@opentelemetry/*'],
  message: 'This file must not depend on a framework or a driver.',
};
const server = {
  group: [
    '@kushk/*',
    ...['ui', 'api-client', 'bridge-protocol', 'manifest', 'contracts'].map((name) => `!@kushk/${name}`),
  ],
  message:
    'Pages import libs/ui and libs/api-client, and of the server only types and what a form does as the server does.',
};
const serverValues = {
  regex: '^@kushk/(manifest(?!/(mu|defaults|schema-references)$)|contracts(?!/strict-json$))',
  message: 'Pages use the types of manifest and contracts, and these few functions; the server validates.',
  allowTypeImports: true,
};
const otherApps = {
  group: ['@kushk/app-*', '**/apps/*', '**/apps/**'],
  message: 'An app imports libraries, never another app.',
};
const deepImports = {
  group: ['@kushk/*/src/**', '@kushk/*/dist/**'],
  message: 'Import a library by its name.',
};
const outsideImports = {
  regex: '^(\\.\\./)+((apps|libs)/)?[a-z-]+/(src|dist|test)/',
  message: 'A relative import stays in its app or library.',
};
const node = { group: ['node:*'], message: 'A file without a suffix does no I/O of its own.' };
const ioLibraries = {
  group: ['@kushk/broker', '@kushk/runtime', '@kushk/edge', '@kushk/embedded', '@kushk/testing'],
  message: 'This file does no I/O of its own: it gets its dependencies as arguments.',
};
/** What talks to something outside, in addition to `drivers`. A file without a suffix may name the types. */
const clients = {
  group: ['@aws-sdk/*', 'dockerode', 'openid-client', '**/kubernetes/client.mjs'],
  message: 'A file without a suffix does no I/O of its own: a .client.ts file does it, and is injected.',
};
const filesWithIo = {
  regex: '\\.(client|worker)\\.js$',
  message: 'A file without a suffix does no I/O of its own: what does it is injected.',
};
const ioLibrariesButEdge = { ...ioLibraries, group: ioLibraries.group.filter((name) => name !== '@kushk/edge') };
const store = {
  group: ['@kushk/event-store'],
  message: 'A file without a suffix does no I/O of its own: the store is injected.',
};
const sendingRequests = {
  group: ['@kushk/broker'],
  importNames: ['Broker'],
  message: 'Only the gateway sends requests. A service reads facts and keeps its own read model.',
};
const evaluating = {
  group: ['@kushk/manifest'],
  importNames: [
    'capabilityDiff',
    'capabilityDifference',
    'checkContent',
    'checkSettings',
    'checkSource',
    'checkStructure',
    'completeSettings',
    'isSourceOf',
    'needsConsent',
    'parseManifestYaml',
    'restoreSecrets',
    'secretPointers',
    'validateAgainst',
    'withDefaults',
  ],
  message: 'What strangers write is evaluated in threads: use the Evaluator of @kushk/runtime/evaluation.',
};
const handlingMessages = {
  group: ['@nestjs/microservices'],
  message: 'A view handles no messages. A handler queries it.',
};

/** Import restrictions for files of an app or a library, in addition to those for all of them. */
const restrict = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns: [otherApps, deepImports, outsideImports, ...patterns] }],
});

const barrel = { selector: 'ExportAllDeclaration', message: "Only a library's index re-exports." };
const everywhere = [
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
  {
    selector: 'ClassDeclaration[superClass]:not([superClass.name=/^(Error|Server)$/])',
    message: 'Use composition. Only errors and classes that a framework requires extend another class.',
  },
  {
    selector:
      'CallExpression[callee.object.name="jest"][callee.property.name=/^(mock|unstable_mockModule|doMock|fn|spyOn)$/]',
    message: 'Do not mock code of this repository.',
  },
  {
    selector:
      'CallExpression[callee.object.name=/^(describe|it|test)$/][callee.property.name=/^(skip|only|todo|failing)$/]',
    message: 'Every test runs, always: do not skip or select tests.',
  },
  {
    selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
    message: 'Every test runs, always: do not skip or select tests.',
  },
  {
    selector:
      ':matches(CallExpression[callee.object.name="log"], CallExpression[callee.object.property.name="log"]) > ObjectExpression > Property[key.name=/[A-Z]/]',
    message: 'Log fields are snake_case, see libs/runtime/src/log.ts.',
  },
  {
    selector:
      'CallExpression[callee.object.name="log"] > ObjectExpression > Property[key.name="error"][value.name="error"]',
    message: 'Log an error as `err`.',
  },
];
const environment = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Read configuration with readConfig of @kushk/runtime.',
};
const sleep = {
  selector:
    'AwaitExpression > NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"][arguments.1.type="Literal"]',
  message: 'Wait with `eventually()`, not with a sleep.',
};
const impure = (selector, message) => ({
  selector,
  message: `${message} A file without a suffix gets the value as an argument.`,
});
const impureCalls = [
  impure('NewExpression[callee.name="Date"][arguments.length=0]', 'No clock.'),
  impure('CallExpression[callee.object.name="Date"][callee.property.name="now"]', 'No clock.'),
  impure('CallExpression[callee.object.name="Math"][callee.property.name="random"]', 'No random.'),
];
const impureGlobals = [
  'error',
  'process',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'crypto',
  'performance',
];
const forbid = (...selectors) => ({ 'no-restricted-syntax': ['error', ...everywhere, ...selectors] });

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.kushk/',
      '.nx/',
      'coverage/',
      '**/*.d.css.ts',
      'libs/api-client/src/*.generated.ts',
      'libs/ui/src/icons/icons.generated.ts',
      'apps/gateway/src/openapi/recorded-examples.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended.map((config) => ({ ...config, files: ['**/*.{ts,tsx}'] })),
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { kushk: plugin },
    // Without these, an import that only decorator metadata uses would count as a type import.
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
      'kushk/plain-names': 'error',
      'kushk/known-references': 'error',
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.mjs'],
    plugins: { kushk: plugin },
    rules: { 'kushk/plain-names': 'error', 'kushk/known-references': 'error' },
  },
  { files: ['**/*.{ts,tsx}'], rules: forbid(barrel) },
  {
    files: ['**/*spec.ts'],
    rules: {
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      'kushk/no-short-deadlines': 'error',
      ...forbid(barrel, sleep),
    },
  },
  {
    files: ['tools/**/*.ts', 'apps/cli/**/*.ts', 'jest.config.mjs', 'eslint.config.mjs', '**/vite.config.ts'],
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
    rules: { ...forbid(barrel, ...impureCalls), 'no-restricted-globals': impureGlobals },
  },
  { files: ['libs/credentials/src/**/*.ts'], rules: restrict(nest, database, nats, drivers) },
  // These files write and sign configuration for NATS. They do not connect.
  { files: ['libs/credentials/src/nats-*.ts'], rules: restrict(nest, database, natsClients, drivers) },
  { files: ['libs/event-store/src/**/*.ts'], rules: restrict(nats) },
  { files: ['libs/broker/src/**/*.ts'], rules: restrict(database) },
  { files: ['libs/*/src/**/*.view.ts'], rules: restrict(nats, sendingRequests, handlingMessages) },
  // These start servers and create databases for tests and for development.
  { files: ['libs/{testing,embedded}/src/**/*.ts', 'libs/*/src/**/*spec.ts'], rules: restrict() },
  { files: ['{apps,libs}/*/test/**/*.ts'], rules: restrict() },
  {
    files: ['libs/testing/src/global-*.ts', 'apps/e2e/src/system/global-*.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },

  // Applications.
  { files: ['apps/*/src/**/*.ts'], rules: restrict(database, nats) },
  {
    files: [`${services}/**/*.ts`],
    ignores: ['**/*spec.ts'],
    rules: restrict(database, nats, sendingRequests, evaluating),
  },
  {
    files: [`${services}/**/*.ts`],
    ignores: ['**/*spec.ts', `${services}/{main,rebuild}.ts`],
    rules: forbid(barrel, environment),
  },
  { files: ['apps/*/src/**/*.ts'], rules: { 'kushk/true-suffixes': 'error', 'kushk/exhaustive-translation': 'error' } },
  { files: [`${services}/**/*.ts`], ignores: ['**/*spec.ts'], rules: { 'kushk/decision-has-spec': 'error' } },
  { files: ['apps/*/src/**/*.view.ts'], rules: restrict(nats, sendingRequests, handlingMessages) },
  { files: ['apps/*/src/migrations/*.ts', 'apps/*/src/**/*spec.ts'], rules: restrict(nats) },
  // The tests of the whole system connect to the database and to NATS in order to break them.
  { files: ['apps/e2e/src/**/*.ts'], rules: restrict() },
  // These tests start the services of a hub or a fleet in their own process, so they import the modules of the services.
  { files: ['apps/integration/src/**/*.ts'], rules: { 'no-restricted-imports': 'off' } },

  {
    files: [
      'libs/{ui,api-client,bridge-protocol}/src/**/*.{ts,tsx}',
      'apps/{hub-pages,instance-pages,bridge}/src/**/*.{ts,tsx}',
    ],
    rules: {
      ...restrict(nest, database, nats, drivers, node, server),
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [serverValues] }],
      // Suffixes name the roles of a service's files. Pages have folders by feature instead.
      'kushk/true-suffixes': 'off',
    },
  },
  // These compare the pages with the code of the server.
  {
    files: ['libs/ui/src/**/*.spec.ts', 'libs/ui/src/form/schema-generators.ts'],
    rules: { ...restrict(nest, database, nats, drivers), '@typescript-eslint/no-restricted-imports': 'off' },
  },
  // Hooks are also in files without JSX.
  {
    files: ['libs/ui/src/**/*.{ts,tsx}', 'apps/{hub-pages,instance-pages}/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.flat.recommended.rules,
      'react-hooks/exhaustive-deps': 'error',
      // It takes a component that a hook returns for a new one in every rendering: those of `useLazyPart` are not.
      'react-hooks/static-components': 'off',
    },
  },
  { files: ['apps/*/src/**/*.public.ts'], rules: restrict(nest, database, nats, drivers, node, ioLibraries) },
  // A request body is a class with the decorators of class-validator and of libs/edge, which are pure.
  { files: ['apps/*/src/**/*.dto.ts'], rules: restrict(nest, database, nats, drivers, node, ioLibrariesButEdge) },
  { files: ['**/*.generated.ts'], rules: { 'max-lines': 'off', 'max-len': 'off' } },
  {
    files: [`${services}/**/*.ts`],
    ignores: [
      ...SUFFIXES.map((suffix) => `**/*.${suffix}.ts`),
      `${services}/{main,rebuild}.ts`,
      `${services}/migrations/*.ts`,
    ],
    rules: {
      ...restrict(nest, database, nats, drivers, node, evaluating),
      // A class may name the types of the dependencies that its constructor gets; the module builds it.
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { ...ioLibraries, allowTypeImports: true },
            { ...store, allowTypeImports: true },
            { ...clients, allowTypeImports: true },
            { ...filesWithIo, allowTypeImports: true },
          ],
        },
      ],
      ...forbid(barrel, environment, ...impureCalls),
      'no-restricted-globals': impureGlobals,
    },
  },
);

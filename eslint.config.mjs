/**
 * What a line of code may know (docs/architecture.md, Layout and Names), checked. Each rule of the house has a
 * fixture in tools/lint/house-rules.spec.ts that must fail it.
 */
import tseslint from 'typescript-eslint';

/** Suffixes that name the one thing more that a file of a service may know. Without one it is pure. */
const SUFFIXES = ['handler', 'view', 'public', 'module', 'dto', 'spec', 'int-spec', 'e2e-spec', 'config'];
/** These decide, so a file of theirs without a suffix is pure. The gateway, the command line, the sample plugin and the black-box tests decide nothing. */
const SERVICES = ['catalogue', 'review', 'installation', 'wallet', 'workspace', 'delivery'];
const services = `apps/{${SERVICES.join(',')}}/src`;

const nest = { group: ['@nestjs/*', 'reflect-metadata', 'rxjs', 'rxjs/*'], message: 'This file knows no framework.' };
const database = { group: ['typeorm', 'pg', '@nestjs/typeorm'], message: 'Only libs/event-store and *.view.ts know the database.' };
const nats = { group: ['@nats-io/*'], message: 'Only libs/broker knows NATS.' };
const drivers = { group: ['fastify', 'fastify/*', '@fastify/*', 'undici', 'pino', 'prom-client', '@opentelemetry/*'], message: 'This file knows no framework and no driver.' };
const otherApps = { group: ['@kushk/app-*', '**/apps/*', '**/apps/**'], message: 'An app imports libraries, never another app.' };
const node = { group: ['node:*'], message: 'A file without a suffix is pure: no I/O.' };
const ioLibraries = { group: ['@kushk/event-store', '@kushk/broker', '@kushk/runtime', '@kushk/edge', '@kushk/embedded', '@kushk/testing'], message: 'A file without a suffix is pure: facts come in with the command.' };

const restrict = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });
const impure = (selector, message) => ({ selector, message: `${message} A file without a suffix is pure: it comes in with the command.` });

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '.kushk/', '.nx/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.recommended.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    // Without these, imports that only decorator metadata needs would look like types.
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/max-params': ['error', { max: 6 }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  { files: ['**/*spec.ts'], rules: { 'max-lines': ['error', 500], 'max-lines-per-function': 'off' } },
  { files: ['tools/**/*.ts', 'apps/cli/**/*.ts', 'jest.config.mjs', 'eslint.config.mjs'], rules: { 'no-console': 'off', 'no-restricted-exports': 'off' } },

  // Libraries.
  { files: ['libs/*/src/**/*.ts'], rules: restrict(otherApps, database, nats) },
  { files: ['libs/{decider,manifest}/src/**/*.ts'], ignores: ['**/*spec.ts'], rules: restrict(otherApps, nest, database, nats, drivers, node) },
  { files: ['libs/credentials/src/**/*.ts'], rules: restrict(otherApps, nest, database, nats, drivers) },
  { files: ['libs/contracts/src/**/*.ts'], rules: restrict(otherApps, nest, database, nats, drivers, node) },
  { files: ['libs/event-store/src/**/*.ts'], rules: restrict(otherApps, nats) },
  { files: ['libs/broker/src/**/*.ts'], rules: restrict(otherApps, database) },
  // They start servers and lay out databases for the tests and for development.
  { files: ['libs/{testing,embedded}/src/**/*.ts', 'libs/*/src/**/*spec.ts'], rules: restrict(otherApps) },
  { files: ['libs/testing/src/global-*.ts'], rules: { 'no-restricted-exports': 'off' } },

  // Applications.
  { files: ['apps/*/src/**/*.ts'], rules: restrict(otherApps, database, nats) },
  { files: ['apps/*/src/**/*.view.ts', 'apps/*/src/migrations/*.ts', 'apps/*/src/**/*spec.ts'], rules: restrict(otherApps, nats) },
  {
    files: [`${services}/**/*.ts`],
    ignores: [...SUFFIXES.map((suffix) => `**/*.${suffix}.ts`), `${services}/{main,rebuild}.ts`, `${services}/migrations/*.ts`],
    rules: {
      ...restrict(otherApps, nest, database, nats, drivers, node, ioLibraries),
      'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'crypto', 'performance'],
      'no-restricted-syntax': [
        'error',
        impure('NewExpression[callee.name="Date"][arguments.length=0]', 'No clock.'),
        impure('CallExpression[callee.object.name="Date"][callee.property.name="now"]', 'No clock.'),
        impure('CallExpression[callee.object.name="Math"][callee.property.name="random"]', 'No random.'),
      ],
    },
  },
);

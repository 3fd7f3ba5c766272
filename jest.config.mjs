/**
 * One configuration for all three kinds of test (see docs/architecture.md, Tests).
 * Sources of our own libraries are read through the export condition, so no build is needed to run a spec;
 * specs that start real processes use what `npm run build` left in dist/.
 * One PostgreSQL and one NATS serve the whole run; the hook below lets their start run from source, too.
 */
import './tools/typescript.mjs';

export default {
  globalSetup: '<rootDir>/libs/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/global-teardown.ts',
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@kushk/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2022',
          keepClassNames: true,
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.kushk/', '<rootDir>/.nx/'],
  testMatch: ['**/*.spec.ts', '**/*.int-spec.ts', '**/*.e2e-spec.ts'],
  testTimeout: 60_000,
};

/**
 * The three kinds of test (see docs/architecture.md, Tests) in two projects: specs, for which one PostgreSQL and one
 * NATS serve the whole run, and black-box tests, which stand before one whole system. Either is started only when a
 * test of its project runs.
 * Sources of our own libraries are read through the export condition, so no build is needed to run a spec;
 * specs that start real processes use what `npm run build` left in dist/.
 * The hook below lets servers and system start from source, too.
 */
import './tools/typescript.mjs';

const common = {
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
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.kushk/', '<rootDir>/.nx/'],
};

export default {
  // What takes longer hangs, even on a machine with ten times as much to do as it can.
  testTimeout: 180_000,
  // Many tests wait for real servers, so three workers keep two cores busy.
  maxWorkers: 3,
  // V8 collects the contexts of earlier files late.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/libs/testing/test-sequencer.mjs',
  projects: [
    {
      ...common,
      displayName: 'specs',
      testEnvironment: '<rootDir>/libs/testing/spec-environment.mjs',
      globalSetup: '<rootDir>/libs/testing/src/global-setup.ts',
      globalTeardown: '<rootDir>/libs/testing/src/global-teardown.ts',
      testMatch: ['**/*.spec.ts', '**/*.int-spec.ts'],
    },
    {
      ...common,
      displayName: 'e2e',
      runner: '<rootDir>/apps/e2e/system-runner.mjs',
      testMatch: ['**/*.e2e-spec.ts'],
    },
  ],
};

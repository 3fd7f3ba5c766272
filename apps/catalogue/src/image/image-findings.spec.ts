import { describe, expect, it } from '@jest/globals';
import type { ImagePlatform } from '@kushk/contracts';
import { imageProblems, type ImageLookup } from './image-findings.js';

const platform: ImagePlatform = {
  platform: 'linux/amd64',
  size: 1_000,
  user: '1000',
  entrypoint: ['/bin/plugin'],
  command: [],
  exposed_ports: [],
  volumes: [],
};
const found = (...platforms: readonly Partial<ImagePlatform>[]): ImageLookup => ({
  status: 'found',
  details: {
    reference: 'reg.example/acme/box@sha256:0',
    platforms: platforms.map((each) => ({ ...platform, ...each })),
  },
});
const problemsOf = (lookup: ImageLookup, port?: number) =>
  imageProblems(port === undefined ? {} : { port }, lookup, {
    registryUrl: 'https://reg.example',
    path: 'acme/',
  }).map(({ code, severity, path }) => `${severity} ${path} ${code}`);

describe('the problems of an image', () => {
  it.each<[string, ImageLookup]>([
    ['error /image image_elsewhere', { status: 'elsewhere' }],
    ['error /image image_missing', { status: 'missing' }],
    ['error /image image_unreadable', { status: 'unreadable' }],
    ['warning /image image_unchecked', { status: 'unchecked' }],
    ['error /image image_not_linux', found({ platform: 'windows/amd64' })],
    ['error /image image_without_command', found({ entrypoint: [] })],
    ['warning /image image_runs_as_root', found({ user: '' })],
    ['warning /image image_runs_as_root', found({}, { user: 'root:1000' })],
    ['warning /image image_runs_as_root', found({ user: '0' })],
    ['warning /image image_port_not_exposed', found({ exposed_ports: ['80/tcp'] })],
  ])('include %s', (problem, lookup) => {
    expect(problemsOf(lookup)).toEqual([problem]);
  });

  it('are none for an image that listens on the declared port as another user, whatever its other platforms are', () => {
    expect(problemsOf(found({ exposed_ports: ['8080/tcp'] }, { platform: 'windows/amd64', user: '' }))).toEqual([]);
    expect(problemsOf(found({ exposed_ports: ['9000/tcp'] }), 9_000)).toEqual([]);
    expect(problemsOf(found({ user: 'rooter' }))).toEqual([]);
  });

  it('include that another publisher pushed it', () => {
    const lookup = { registryUrl: 'https://reg.example', path: 'beta/' };
    expect(imageProblems({}, found({}), lookup)).toMatchObject([{ code: 'image_path_foreign', severity: 'warning' }]);
  });
});

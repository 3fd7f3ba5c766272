import { describe, expect, it } from '@jest/globals';
import { readImageConfig, readImageDocument } from './image-documents.js';

const digest = (character: string) => `sha256:${character.repeat(64)}`;
const OCI = 'application/vnd.oci.image';
const config = { mediaType: `${OCI}.config.v1+json`, digest: digest('c'), size: 7 };
const manifest = { schemaVersion: 2, config, layers: [{ size: 5 }, { size: 7 }] };
const linux = { digest: digest('a'), platform: { os: 'linux', architecture: 'amd64' } };
const read = (document: unknown) => readImageDocument(JSON.stringify(document));

describe('an image document', () => {
  it('of one image has its configuration and the size of its layers', () => {
    const image = { kind: 'image', configDigest: digest('c'), size: 12 };
    expect(read(manifest)).toEqual(image);
    expect(read({ ...manifest, mediaType: `${OCI}.manifest.v1+json` })).toEqual(image);
    const docker = { ...config, mediaType: 'application/vnd.docker.container.image.v1+json' };
    const mediaType = 'application/vnd.docker.distribution.manifest.v2+json';
    expect(read({ ...manifest, mediaType, config: docker })).toEqual(image);
  });

  it('of several platforms lists their manifests, without what a builder attests', () => {
    const attestation = { digest: digest('b'), platform: { os: 'unknown', architecture: 'unknown' } };
    expect(read({ manifests: [linux, attestation] })).toEqual({ kind: 'index', manifests: [digest('a')] });
  });

  it.each([
    ['text that is no JSON', '{'],
    ['a list', '[]'],
    ['an image that is an index as well', { ...manifest, manifests: [linux] }],
    ['an index that names itself an image', { mediaType: `${OCI}.manifest.v1+json`, manifests: [linux] }],
    ['an image that names itself an index', { ...manifest, mediaType: `${OCI}.index.v1+json` }],
    ['an artifact', { ...manifest, config: { ...config, mediaType: 'application/vnd.cncf.helm.config.v1+json' } }],
    ['the first schema of Docker', { schemaVersion: 1, name: 'x', fsLayers: [] }],
    ['a configuration without digest', { ...manifest, config: { mediaType: config.mediaType } }],
    ['a layer of negative size', { ...manifest, layers: [{ size: -1 }] }],
    ['layers larger than any disk', { ...manifest, layers: Array(3).fill({ size: Number.MAX_SAFE_INTEGER }) }],
    ['too many layers', { ...manifest, layers: Array(1_001).fill({ size: 1 }) }],
    ['an index without images', { manifests: [] }],
    ['an index of too many platforms', { manifests: Array(17).fill(linux) }],
    ['an index with a digest that is a path', { manifests: [{ ...linux, digest: '../../secrets' }] }],
  ])('is not read from %s', (_what, document) => {
    expect(typeof document === 'string' ? readImageDocument(document) : read(document)).toBeNull();
  });
});

describe('the configuration of an image', () => {
  it('has its platform, user, command, ports and volumes', () => {
    const text = JSON.stringify({
      os: 'linux',
      architecture: 'arm64',
      variant: 'v8',
      config: {
        User: '1000:1000',
        Entrypoint: ['/bin/plugin'],
        Cmd: ['serve'],
        ExposedPorts: { '8080/tcp': {}, '443/tcp': {} },
        Volumes: { '/data': {} },
      },
    });
    expect(readImageConfig(text, 12)).toEqual({
      platform: 'linux/arm64/v8',
      size: 12,
      user: '1000:1000',
      entrypoint: ['/bin/plugin'],
      command: ['serve'],
      exposed_ports: ['443/tcp', '8080/tcp'],
      volumes: ['/data'],
    });
  });

  it('may lack everything but its platform', () => {
    const read = readImageConfig('{"os":"linux","architecture":"amd64"}', 1);
    expect(read).toMatchObject({ user: '', entrypoint: [], command: [], exposed_ports: [], volumes: [] });
    expect(readImageConfig('{"os":"linux"}', 1)).toBeNull();
  });

  it('is cut, and shows characters that mislead as what they are', () => {
    const command = [...Array.from({ length: 100 }, () => 'x'.repeat(10_000)), 7, null];
    const user = 'ro\u202eot\u0000\ud800';
    const text = JSON.stringify({ os: 'linux', architecture: 'amd64', config: { Cmd: command, User: user } });
    const read = readImageConfig(text, 1)!;
    expect(JSON.stringify(read).length).toBeLessThan(10_000);
    expect(read.user).toBe('ro\ufffdot\ufffd\ufffd');
  });
});

import { describe, expect, it } from '@jest/globals';
import { locateImage, publisherPath } from './image-reference.js';

const digest = `sha256:${'a'.repeat(64)}`;

describe('the location of an image', () => {
  it.each([
    [`reg.example/acme/box@${digest}`, 'https://reg.example', 'acme/box'],
    [`reg.example/acme/box:1.4@${digest}`, 'https://reg.example', 'acme/box'],
    [`127.0.0.1:5000/acme/box@${digest}`, 'http://127.0.0.1:5000/', 'acme/box'],
    [`reg.example/kushk/acme/box@${digest}`, 'https://reg.example/kushk/', 'kushk/acme/box'],
  ])('%s in %s is the repository %s', (image, url, repository) => {
    expect(locateImage(image, url)).toEqual({ repository, digest });
  });

  it.each([
    ['of another host', `other.example/acme/box@${digest}`],
    ['of a host that only begins alike', `reg.example.evil.ir/kushk/acme/box@${digest}`],
    ['of another port', `reg.example:5000/kushk/acme/box@${digest}`],
    ['outside the path of the registry', `reg.example/acme/box@${digest}`],
    ['that leaves the path of the registry', `reg.example/kushk/../secret/box@${digest}`],
    ['with a query', `reg.example/kushk/box?x=/y@${digest}`],
    ['with a fragment', `reg.example/kushk/box#@${digest}`],
    ['without a digest', 'reg.example/kushk/acme/box:1.4'],
    ['with two digests', `reg.example/kushk/acme/box@${digest}@${digest}`],
    ['with a digest of another kind', `reg.example/kushk/acme/box@sha512:${'a'.repeat(128)}`],
    ['without a name', `reg.example/kushk/@${digest}`],
    ['with a name that is too long', `reg.example/kushk/${'x'.repeat(256)}@${digest}`],
  ])('does not exist %s', (_what, image) => {
    expect(locateImage(image, 'https://reg.example/kushk')).toBeNull();
  });

  it('of a publisher begins with its id', () => {
    expect(publisherPath('acme', 'https://reg.example')).toBe('acme/');
    expect(publisherPath('acme', 'https://reg.example/kushk/')).toBe('kushk/acme/');
  });
});

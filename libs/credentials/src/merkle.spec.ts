import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EMPTY_MERKLE_TREE, merkleRoot, withLeaves } from './merkle.js';

/** The leaves and roots that the certificate transparency project tests its own implementations with. */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
];

/** The recursive definition of RFC 6962, section 2.1. */
function mth(all: readonly string[]): Buffer {
  const hash = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  if (all.length === 0) return hash();
  if (all.length === 1) return hash(Buffer.of(0), Buffer.from(all[0]!));
  const split = 2 ** (Math.ceil(Math.log2(all.length)) - 1);
  return hash(Buffer.of(1), mth(all.slice(0, split)), mth(all.slice(split)));
}

describe('the Merkle tree of a statement', () => {
  it('has the known roots of RFC 6962', () => {
    const bytes = leaves.map((hex) => Buffer.from(hex, 'hex'));
    const rootOf = (count: number) => merkleRoot(withLeaves(EMPTY_MERKLE_TREE, bytes.slice(0, count)));
    expect(rootOf(0)).toBe('sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect([1, 2, 3].map(rootOf)).toEqual(roots.map((root) => `sha256:${root}`));
    expect(rootOf(8)).toBe('sha256:5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  });

  it('has the root of the recursive definition, however its leaves are divided into pages', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 40 }), fc.array(fc.nat(40), { maxLength: 5 }), (all, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, all.length)), all.length].sort((a, b) => a - b);
        let tree = EMPTY_MERKLE_TREE;
        for (const [index, place] of places.entries())
          tree = withLeaves(tree, all.slice(places[index - 1] ?? 0, place));
        expect(merkleRoot(tree)).toBe(`sha256:${mth(all).toString('hex')}`);
      }),
    );
  });
});

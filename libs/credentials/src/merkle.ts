/**
 * The Merkle tree hash of RFC 6962 (section 2.1, SHA-256) over leaves that arrive in order. Leaves and inner nodes are
 * hashed with different prefixes, so that no inner node can be presented as a leaf.
 */
import { createHash } from 'node:crypto';

/** What is stored of a tree: one hash per complete subtree, the largest first, so at most 53. */
export interface MerkleTree {
  readonly leaves: number;
  readonly subtrees: readonly string[];
}

export const EMPTY_MERKLE_TREE: MerkleTree = { leaves: 0, subtrees: [] };
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** Returns the tree with further leaves. A text is hashed in UTF-8. */
export function withLeaves(tree: MerkleTree, added: readonly (string | Uint8Array)[]): MerkleTree {
  const subtrees = [...tree.subtrees];
  let { leaves } = tree;
  for (const leaf of added) {
    let hash = sha256(LEAF, leaf);
    // Each one bit at the end of the count is a complete subtree that this leaf doubles.
    for (let rest = leaves; rest % 2 === 1; rest = Math.floor(rest / 2)) hash = nodeHash(subtrees.pop()!, hash);
    subtrees.push(hash);
    leaves += 1;
  }
  return { leaves, subtrees };
}

/** Returns the root as `sha256:<hex>`. */
export function merkleRoot({ subtrees }: MerkleTree): string {
  const smallest = subtrees.at(-1) ?? sha256(Buffer.alloc(0), '');
  return `sha256:${subtrees.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), smallest)}`;
}

function nodeHash(left: string, right: string): string {
  return sha256(NODE, Buffer.from(left + right, 'hex'));
}

function sha256(prefix: Uint8Array, content: string | Uint8Array): string {
  return createHash('sha256').update(prefix).update(content).digest('hex');
}

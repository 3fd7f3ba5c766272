export { checkCredential, hashCredential, last4, newCredential, type CredentialKind } from './credential.js';
export {
  inspectCall,
  signCall,
  SIGNATURE_TOLERANCE_SECONDS,
  verifyCall,
  type CallClock,
  type CallVerdict,
  type SignedCall,
} from './call-signature.js';
export { redactedBody, redactedSample } from './redacted-sample.js';
export { newSealingKey, seal, SealBroken, unseal, type SealingKey } from './seal.js';
export { isExpired, sealHandle, unsealHandle, type HandleClaims } from './handle.js';
export { isPublicKey, newSigningKey, publicJwk, type Jwk, type Jwks } from './signing-key.js';
export { keyValidityAt, signingKeyAt, type KeyValidity } from './key-validity.js';
export { canonicalDigest, canonicalJson, inputHash, sha256Hex } from './canonical.js';
export { natsPassword } from './nats-password.js';
export { contentTag } from './content-tag.js';
export { preAuthenticationEncoding, signDsse, verifyDsse, type DsseContent } from './dsse.js';
export {
  APPROVAL_PAYLOAD_TYPE,
  APPROVAL_PREDICATE_TYPE,
  ACCESS_PAYLOAD_TYPE,
  accessEndStatement,
  DEPRECATION_PAYLOAD_TYPE,
  STATUS_PAYLOAD_TYPE,
  deprecationStatement,
  approvalDigest,
  openApproval,
  openAccessEndStatement,
  openDeprecationStatement,
  openStatusStatement,
  releaseStatement,
  statusStatement,
  type ApprovedProvenance,
  type AccessEndStatement,
  type ApprovalBasis,
  type DeprecationStatement,
  type ReleaseApproval,
  type ReleaseStatusStatement,
  type Statement,
} from './release-statement.js';
export {
  issuerJwk,
  readIssuer,
  signIssuer,
  verifyIssuer,
  type IssuerClaims,
  type IssuerExpectation,
} from './issuer-signature.js';
export { EMPTY_MERKLE_TREE, merkleRoot, withLeaves, type MerkleTree } from './merkle.js';
export { USAGE_STATEMENT_PAYLOAD_TYPE, usageStatementContent, usageStatementDigest } from './usage-statement.js';
export { installationAlias } from './installation-alias.js';
export {
  ROLLOUT_PAYLOAD_TYPE,
  openRolloutStatement,
  rolloutStatement,
  type RolloutStatement,
} from './rollout-statement.js';
export { PLACES, rolloutPlace } from './rollout-place.js';
export { instanceAlias } from './instance-alias.js';
export {
  contentDigest,
  contentName,
  SEALED_HEADER_BYTES,
  sealContent,
  sealedRange,
  segmentCount,
  unsealSegment,
  type SealedFor,
} from './sealed-content.js';
export { REGISTRY_TOKEN_SECONDS, RegistryTokenSigner, type RegistryAccess } from './registry-token.js';

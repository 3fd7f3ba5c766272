/** Which claims of a token become the provenance of a release, and which key belongs to a token. */
import { freeTextProblems } from '@kushk/contracts';
import { v5 } from 'uuid';
import { claimText } from '../claim-pattern.js';

/**
 * Where and from what a job runs, by the names that GitHub, GitLab and Forgejo use. Claims about people are left out.
 */
const PROVENANCE_CLAIMS: readonly string[] = [
  'sub',
  'repository',
  'repository_id',
  'repository_owner',
  'repository_owner_id',
  'project_path',
  'project_id',
  'namespace_path',
  'namespace_id',
  'ref',
  'ref_path',
  'ref_type',
  'ref_protected',
  'sha',
  'environment',
  'event_name',
  'pipeline_source',
  'workflow',
  'workflow_ref',
  'workflow_sha',
  'job_workflow_ref',
  'job_workflow_sha',
  'ci_config_ref_uri',
  'ci_config_sha',
  'run_id',
  'run_attempt',
  'pipeline_id',
  'job_id',
  'runner_environment',
];
/** Reviewers and people of the store read them. */
const SHOWN = { required: true, oneLine: true, maxCodePoints: 512 } as const;

/** The claims that the trust names and those about the job, as text. */
export function provenanceClaims(
  claims: Readonly<Record<string, unknown>>,
  named: readonly string[],
): Readonly<Record<string, string>> {
  const names = new Set([...named, ...PROVENANCE_CLAIMS]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const text = Object.hasOwn(claims, name) ? claimText(claims[name]) : null;
      return text === null || freeTextProblems('', text, SHOWN).length > 0 ? [] : [[name, text]];
    }),
  );
}

/** A namespace of our own for name-based UUIDs (RFC 9562, version 5). It never changes. */
const NAMESPACE = '5f0c8f2e-3d0b-4f4e-9a63-2b6f1c5d7e90';

/**
 * The id of the key for which a token is exchanged. Forgejo issues no `jti`; the signed part of the token takes its
 * place. The signature does not: one of ES256 can be changed into another that is valid.
 */
export function keyIdOf(issuer: string, jti: unknown, token: string): string {
  const signed = token.slice(0, token.lastIndexOf('.'));
  const use = typeof jti === 'string' && jti !== '' ? `jti ${jti}` : `token ${signed}`;
  return `key_${v5(`${issuer} ${use}`, NAMESPACE)}`;
}

/**
 * A publisher creates an access code. The facts and the stored reply contain only the hash of the code, never the code
 * itself.
 */
import { freeTextProblems, type AccessCodeResource } from '@kushk/contracts';
import { accept, refuse, type Decision } from '@kushk/decider';
import { expiryProblems } from '../../key/expiry-problems.js';
import { isOwnedBy, pluginNotFound } from '../../plugin/plugin-owner.js';
import type { Plugin } from '../../plugin/plugin.js';
import { accessCodeResource } from '../access-code-resource.js';
import type { AccessCode, AccessCodeCreated, CreatedAccessCode } from '../access-code.js';

export interface CreateAccessCode extends CreatedAccessCode {
  readonly codeId: string;
}

const LABEL_MAX_CODE_POINTS = 100;

/** Rejects with `request.invalid`, or with `catalogue.plugin_not_found`, also for a plugin of another publisher. */
export function createAccessCode(
  { codeId, ...created }: CreateAccessCode,
  { plugin, code }: { readonly plugin: Plugin; readonly code: AccessCode },
): Decision<{ readonly code: readonly AccessCodeCreated[] }, AccessCodeResource> {
  const { label, expiresAt, createdAt } = created;
  const problems = [
    ...freeTextProblems('/label', label, { required: true, maxCodePoints: LABEL_MAX_CODE_POINTS, oneLine: true }),
    ...expiryProblems({ expiresAt, at: createdAt }),
  ];
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (code.status !== 'absent') throw new Error(`the id ${codeId} of an access code is already in use`);
  if (!isOwnedBy(plugin, created.publisherId)) return pluginNotFound(created.pluginId);
  return accept(
    { code: [{ type: 'AccessCodeCreated', data: created }] },
    accessCodeResource(codeId, { status: 'active', ...created, used: 0 }),
  );
}

/** Requests and replies of the workspace service for the rules that apply proposals of plugins at once. */
import { decisionRequires } from './caller-policy.js';
import { command, query, type Page, type PageRequest, type RequestIdempotency } from './messages.js';

/** What a proposal does to a record. */
export type RuleAction = 'create' | 'update';

/** Applies the proposals of one plugin, or of every plugin, for a low-risk type of record. */
export interface RuleResource {
  readonly id: string;
  /** Null means every plugin. */
  readonly plugin_id: string | null;
  readonly record_type: string;
  /** What the admin let it apply: new records, changes, or both. It never applies anything else. */
  readonly actions: readonly RuleAction[];
  /** The admin whose rights the rule has. It ends when this person stops being an admin. */
  readonly created_by: string;
  readonly created_at: string;
}

export const workspaceRules = {
  /**
   * Rejects with `request.invalid` for a type that is not low-risk, `rule.exists` {id}, `rule.too_many` {maximum} or
   * `auth.role_missing`.
   */
  makeRule: command<
    {
      organisation_id: string;
      by: string;
      plugin_id: string | null;
      record_type: string;
      actions: readonly RuleAction[];
      idempotency?: RequestIdempotency;
    },
    RuleResource
  >('workspace', 'rule.make', decisionRequires('admin')),
  /** Lists the rules, the newest first. `record_types` are the low-risk types, of which there can be rules. */
  listRules: query<
    PageRequest & { organisation_id: string },
    Page<RuleResource> & { readonly record_types: readonly string[] }
  >('workspace', 'rule.list'),
  /** A proposal that arrives after the reply is not applied by the rule. Rejects with `rule.not_found`. */
  revokeRule: command<{ organisation_id: string; by: string; rule_id: string; idempotency?: RequestIdempotency }, null>(
    'workspace',
    'rule.revoke',
    decisionRequires('admin'),
  ),
};

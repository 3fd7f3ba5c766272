/** Routes for the rules that apply the proposals of plugins at once, for the admins of an organisation. */
import { workspaceRules } from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import { organisationAdmin, type PersonCaller } from '../authentication/caller.js';
import { locationHeader, routesFor, type Route } from '../http/route.js';
import { RuleBody } from './rule.dto.js';

const PREFIX = '/instance/v1';
const { proxyRoute } = routesFor<PersonCaller>('person', PREFIX);

export const ruleRoutes: readonly Route[] = [
  proxyRoute('GET', '/rules', {
    summary: 'List the rules that apply proposals at once, the newest first',
    requires: organisationAdmin,
    query: pageOf,
    calls: workspaceRules.listRules,
    request: ({ caller, query }) => ({ organisation_id: caller.organisation.id, ...query }),
  }),
  proxyRoute('POST', '/rules', {
    summary: 'Make a rule: proposals of a low-risk type are applied at once, with your rights',
    requires: organisationAdmin,
    body: bodyOf(RuleBody),
    success: 201,
    calls: workspaceRules.makeRule,
    request: ({ caller, body, idempotency }) => ({
      organisation_id: caller.organisation.id,
      by: caller.person.id,
      plugin_id: body.plugin_id ?? null,
      record_type: body.record_type,
      actions: body.actions,
      ...idempotency,
    }),
    headers: ({ id }) => locationHeader(`${PREFIX}/rules`, id),
  }),
  proxyRoute('DELETE', '/rules/:id', {
    summary: 'Revoke a rule: it applies no proposal that arrives afterwards',
    requires: organisationAdmin,
    success: 204,
    calls: workspaceRules.revokeRule,
    request: ({ caller, params, idempotency }) => ({
      organisation_id: caller.organisation.id,
      by: caller.person.id,
      rule_id: params['id']!,
      ...idempotency,
    }),
  }),
];

import { catalogueAccess } from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import { routesFor, type Call, type Route } from '../http/route.js';
import { AccessCodeBody } from './developer.dto.js';
import { keyScope, type ForPublisher } from './key-scope.js';

const { proxyRoute } = routesFor<ForPublisher>('publisher', '/developer/v1');
const CODES = '/plugins/:plugin_id/access-codes';
const ACCESSES = '/plugins/:plugin_id/access';

const ofPlugin = ({ caller, params }: Call<ForPublisher, unknown, unknown>) => ({
  publisher_id: caller.publisher.id,
  plugin_id: params['plugin_id']!,
});

/** The access codes of a private plugin, and the accesses that they have granted, for its publisher. */
export const accessCodeRoutes: readonly Route[] = [
  proxyRoute('POST', CODES, {
    summary: 'Create an access code, with which organisations see and install the private releases of the plugin',
    requires: keyScope('access'),
    body: bodyOf(AccessCodeBody),
    success: 201,
    calls: catalogueAccess.createAccessCode,
    request: (call) => ({
      ...ofPlugin(call),
      label: call.body.label,
      uses: call.body.uses ?? null,
      expires_at: call.body.expires_at ?? null,
      ...call.idempotency,
    }),
  }),
  proxyRoute('GET', CODES, {
    summary: 'List the access codes of a plugin, newest first',
    requires: keyScope('access'),
    query: pageOf,
    calls: catalogueAccess.listAccessCodes,
    request: (call) => ({ ...ofPlugin(call), ...call.query }),
  }),
  proxyRoute('DELETE', `${CODES}/:code_id`, {
    summary: 'End an access code; the accesses that it has granted stay',
    requires: keyScope('access'),
    success: 204,
    calls: catalogueAccess.endAccessCode,
    request: (call) => ({ ...ofPlugin(call), code_id: call.params['code_id']!, ...call.idempotency }),
  }),
  proxyRoute('GET', ACCESSES, {
    summary: 'List the accesses that the access codes of a plugin have granted, newest first',
    requires: keyScope('access'),
    query: pageOf,
    calls: catalogueAccess.listAccesses,
    request: (call) => ({ ...ofPlugin(call), ...call.query }),
  }),
  proxyRoute('DELETE', `${ACCESSES}/:access_id`, {
    summary: 'End one access; what the organisation has installed runs on',
    requires: keyScope('access'),
    success: 204,
    calls: catalogueAccess.endAccess,
    request: (call) => ({
      ...ofPlugin(call),
      access_id: call.params['access_id']!,
      by: 'key' in call.caller ? call.caller.key.id : call.caller.member.id,
      ...call.idempotency,
    }),
  }),
];

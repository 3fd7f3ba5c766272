/** Routes for developers of plugins, which do not exist in production. */
import { delivery, installation, workspace, workspaceMails } from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import { organisationAdmin, type PersonCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route } from '../http/route.js';
import type { ReceivedCalls } from '../plugin/received-calls.js';
import { OutageBody, testEventBody } from './dev.dto.js';

const { proxyRoute, compositeRoute } = routesFor<PersonCaller>('person', '/instance/v1/dev');
const CURSOR_MAX_CHARACTERS = 60;
const ofInstallation = ({ caller, params }: Call<PersonCaller, unknown, unknown>) => ({
  organisation_id: caller.organisation.id,
  installation_id: params['installation_id']!,
});

export function devRoutes(received: ReceivedCalls): readonly Route[] {
  return [
    proxyRoute('POST', '/installations/:installation_id/events', {
      operationId: 'appendTestEvent',
      summary: 'Append an event that nothing has caused to the feed of an installation; not in production',
      requires: organisationAdmin,
      body: testEventBody,
      success: 201,
      calls: delivery.appendTestEvent,
      request: (call) => ({
        ...ofInstallation(call),
        type: call.body.type,
        data: call.body.data ?? {},
        ...call.idempotency,
      }),
    }),
    proxyRoute('POST', '/installations/:installation_id/outage', {
      operationId: 'simulateOutage',
      summary: 'Make the calls to a plugin fail for a time, as if it could not be reached; not in production',
      requires: organisationAdmin,
      body: bodyOf(OutageBody),
      calls: delivery.simulateOutage,
      request: (call) => ({ ...ofInstallation(call), seconds: call.body.seconds, ...call.idempotency }),
    }),
    proxyRoute('GET', '/mails', {
      summary: 'List the newest mails to people of the organisation that would have been sent; not in production',
      requires: organisationAdmin,
      calls: workspaceMails.listMails,
      request: ({ caller }) => ({ organisation_id: caller.organisation.id }),
    }),
    compositeRoute('GET', '/installations/:installation_id/calls', {
      operationId: 'listReceivedCalls',
      summary:
        'List the newest requests to the plugin API of an installation and the calls to its plugin, with their bodies; not in production',
      requires: organisationAdmin,
      query: (read) => ({ after: read.text('after', CURSOR_MAX_CHARACTERS) }),
      calls: [installation.getInstallation],
      handle: async (call, send) => {
        const { reply } = await send(installation.getInstallation, { ...ofInstallation(call), with_settings: false });
        return { status: 200, body: received.after(reply.installation_id, call.query.after) };
      },
    }),
    compositeRoute('GET', '/installations/:installation_id/records/:type', {
      operationId: 'listPluginRecords',
      summary: 'List the records of a type that a plugin keeps in an installation; not in production',
      requires: organisationAdmin,
      query: pageOf,
      calls: [installation.getInstallation, workspace.listRecords],
      handle: async (call, send) => {
        // It confirms that the installation belongs to the organisation.
        await send(installation.getInstallation, { ...ofInstallation(call), with_settings: false });
        const { reply } = await send(workspace.listRecords, {
          ...ofInstallation(call),
          type: call.params['type']!,
          ...call.query,
        });
        return { status: 200, body: reply };
      },
    }),
  ];
}

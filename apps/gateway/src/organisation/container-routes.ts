import { containers, installation, type RequestType } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { Config } from '@kushk/runtime';
import { organisationAdmin, type PersonCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route, type RouteResponse, type SendRequest } from '../http/route.js';

const CONTAINER = '/installations/:installation_id/container';
const { compositeRoute } = routesFor<PersonCaller>('person', '/instance/v1');

type Driver = Config['containers']['driver'];
type PersonCall = Call<PersonCaller, unknown, unknown>;
const ofInstallation = ({ caller, params }: PersonCall) => ({
  organisation_id: caller.organisation.id,
  installation_id: params['installation_id']!,
});

/** The container of an installation, for its admin. */
export function containerRoutes({ driver }: { readonly driver: Driver }): readonly Route[] {
  return [
    compositeRoute('GET', CONTAINER, {
      operationId: 'getContainer',
      summary: 'Get the container of an installation: its state and memory, and what it may and tried to reach',
      requires: organisationAdmin,
      calls: [installation.getInstallation, containers.getContainer],
      handle: (call, send) => respondWith(containers.getContainer, { request: ofInstallation(call), driver, send }),
    }),
    compositeRoute('GET', `${CONTAINER}/log`, {
      operationId: 'getContainerLog',
      summary: 'Get the last lines that the container wrote: at most 1,000 lines and 256 KiB, oldest first',
      requires: organisationAdmin,
      calls: [installation.getInstallation, containers.getLog],
      handle: (call, send) => respondWith(containers.getLog, { request: ofInstallation(call), driver, send }),
    }),
    compositeRoute('POST', `${CONTAINER}/restart`, {
      operationId: 'restartContainer',
      summary: 'Restart the container; its volume stays',
      requires: organisationAdmin,
      calls: [installation.getInstallation, containers.restartContainer],
      handle: (call, send) => {
        const request = { ...ofInstallation(call), by: call.caller.person.id, ...call.idempotency };
        return respondWith(containers.restartContainer, { request, driver, send });
      },
    }),
  ];
}

interface ContainerRequest<Request> {
  readonly request: Request;
  readonly driver: Driver;
  readonly send: SendRequest;
}

/** Without a driver no service would answer, so an installation of the organisation is rejected here. */
async function respondWith<Request extends ReturnType<typeof ofInstallation>, Reply>(
  type: RequestType<Request, Reply>,
  { request, driver, send }: ContainerRequest<Request>,
): Promise<RouteResponse<Reply>> {
  if (driver === 'off') {
    const { organisation_id, installation_id } = request;
    await send(installation.getInstallation, { organisation_id, installation_id, with_settings: false });
    throw Refused.with('containers.not_available');
  }
  const { reply, replayed } = await send(type, request);
  return { status: 200, body: reply, replayed };
}

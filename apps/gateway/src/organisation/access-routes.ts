import { hubGateway, installationAccess, type RequestType } from '@kushk/contracts';
import { checkCredential, last4 } from '@kushk/credentials';
import { bodyOf, Refused } from '@kushk/edge';
import { organisationAdmin, type PersonCaller } from '../authentication/caller.js';
import { routesFor, type Route, type SendRequest } from '../http/route.js';
import { AccessCodeBody } from './organisation.dto.js';

const { compositeRoute } = routesFor<PersonCaller>('person', '/instance/v1');
/** Two requests to the hub within the deadline of the route. */
const HUB_DEADLINE_MS = 4_000;
const UNKNOWN = 'store.code_unknown';

export const accessRoutes: readonly Route[] = [
  compositeRoute('POST', '/store/access', {
    operationId: 'enterAccessCode',
    summary: 'Enter the access code of a private plugin, which the organisation then sees in the store',
    requires: organisationAdmin,
    body: bodyOf(AccessCodeBody),
    calls: [
      hubGateway.findAccessCode,
      installationAccess.requestAccess,
      hubGateway.redeemAccessCode,
      installationAccess.grantAccess,
      installationAccess.refuseAccessCode,
    ],
    handle: async ({ caller, body: { code }, idempotency }, send) => {
      const organisation = { organisation_id: caller.organisation.id };
      // A typing error costs no attempt: the checksum shows it without a question to the hub.
      if (!checkCredential('ka', code)) throw Refused.byService({ code: UNKNOWN, params: {} });
      const requestHub = hubFor(send, () => send(installationAccess.refuseAccessCode, organisation));
      const { plugin_id } = await requestHub(hubGateway.findAccessCode, { code });
      const plugin = { ...organisation, plugin_id };
      const { access_id } = (await send(installationAccess.requestAccess, plugin)).reply;
      await requestHub(hubGateway.redeemAccessCode, { code, access_id });
      const granted = { ...plugin, access_id, last4: last4(code), by: caller.person.id, ...idempotency };
      const { reply, replayed } = await send(installationAccess.grantAccess, granted);
      return { status: 200, body: reply, replayed };
    },
  }),
];

/** Sends requests to the hub. `countWrong` runs when the hub does not accept the code. */
function hubFor(send: SendRequest, countWrong: () => Promise<unknown>) {
  return async <Request, Reply>(type: RequestType<Request, Reply>, request: Request): Promise<Reply> => {
    try {
      return (await send(type, request, { scope: 'hub', timeoutMs: HUB_DEADLINE_MS })).reply;
    } catch (error) {
      if (error instanceof Refused && error.code === UNKNOWN) await countWrong();
      throw error;
    }
  };
}

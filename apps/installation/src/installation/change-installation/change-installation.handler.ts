import { commandHandler } from '@kushk/broker';
import type { InstallationForAdmin, RequestType } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { StoreBusy, type EventStore, type IdempotencyKey } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { MAX_ADMIN_ATTEMPTS, retryOnVersionConflict } from '../expected-versions.js';
import { inOrganisation, type InstallationDecision } from '../installation-decision.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream, type ExistingInstallation, type Installation } from '../installation.js';

interface AdminRequest {
  readonly organisation_id: string;
  readonly installation_id: string;
  readonly by: string;
}
interface AdminCommand {
  readonly by: string;
  readonly at: string;
}

/** Answers a request of an admin with the installation after the command. */
export function adminHandler<Request extends AdminRequest>(
  request: RequestType<Request, InstallationForAdmin>,
  name: string,
  decide: (command: AdminCommand, installation: Installation, message: Request) => InstallationDecision,
) {
  return commandHandler(request, { resources: InstallationResources }, (message, { resources }, { run }) =>
    run({
      name,
      stream: streamRef(installationStream, message.installation_id),
      command: { by: message.by, at: now().toISOString() },
      decide: (command, state) =>
        resources.replyForAdmin(inOrganisation(message.organisation_id, state, (own) => decide(command, own, message))),
    }),
  );
}

/**
 * Prepares a change of the installation and decides it, again while the installation changes in between. A repeated
 * request gets the stored reply.
 */
export async function changeWhenPrepared<Reply = InstallationForAdmin>(
  { installation_id, organisation_id }: AdminRequest,
  { events, idempotency }: { readonly events: EventStore; readonly idempotency: IdempotencyKey | undefined },
  attempt: (installation: ExistingInstallation) => Promise<Outcome<Reply>>,
): Promise<Outcome<Reply>> {
  const stream = streamRef(installationStream, installation_id);
  const stored = await events.findReply<Reply>(idempotency, [stream]);
  if (stored !== null) return stored;
  return retryOnVersionConflict(
    async () => {
      const { state } = await events.load(stream);
      return state.status === 'absent' || state.organisationId !== organisation_id
        ? refuse('installation.not_found')
        : attempt(state);
    },
    {
      maxAttempts: MAX_ADMIN_ATTEMPTS,
      giveUp: () => new StoreBusy(`installation ${installation_id} changed during every attempt`),
    },
  );
}

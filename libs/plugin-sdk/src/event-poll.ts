/** Polls for the events of one installation. For a plugin that the service cannot reach. */
import { setTimeout as pause } from 'node:timers/promises';
import { KushkClient } from './client.js';
import { KushkError } from './errors.js';
import type { EventIntake } from './event-intake.js';
import { loggedError } from './logged-error.js';
import type { PluginDefinition } from './plugin-definition.js';
import type { StoredInstallation } from './store.js';

const RETRY_PAUSE_MS = 5_000;

export interface EventPollOptions {
  readonly plugin: PluginDefinition;
  readonly intake: EventIntake;
  readonly installationId: string;
  readonly signal: AbortSignal;
}

/** Polls from the stored cursor until the signal aborts, the installation is removed, or its token is invalid. */
export async function pollEvents(options: EventPollOptions): Promise<void> {
  const { plugin, installationId, signal } = options;
  while (!signal.aborted) {
    const installation = await plugin.store.find(installationId);
    if (installation === null) return;
    try {
      await handlePages(installation, options);
    } catch (error) {
      if (signal.aborted) return;
      logFailure(options, error);
      if (error instanceof KushkError && error.status === 401) return;
      // Events older than the oldest stored event are lost. Polling continues with the stored events.
      if (KushkError.is(error, 'events.cursor_expired')) await plugin.store.saveCursor(installationId, '');
      await pause(RETRY_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function handlePages(
  installation: StoredInstallation,
  { plugin, intake, installationId, signal }: EventPollOptions,
): Promise<void> {
  const client = new KushkClient({ apiBase: installation.api_base, token: installation.token });
  const after = (await plugin.store.cursor(installationId)) ?? '';
  for await (const page of client.followEvents({ after, signal })) {
    for (const event of page.events) {
      const outcome = await intake.handle(installation, event);
      plugin.log?.({
        call: 'event',
        outcome,
        status: 200,
        duration_ms: 0,
        installation_id: installationId,
        event_id: event.id,
        type: event.type,
      });
    }
    await plugin.store.saveCursor(installationId, page.next_after);
  }
}

function logFailure({ plugin, installationId }: EventPollOptions, error: unknown): void {
  plugin.log?.({
    call: 'event',
    outcome: 'poll.failed',
    status: error instanceof KushkError ? error.status : 0,
    duration_ms: 0,
    installation_id: installationId,
    ...loggedError(error),
  });
}

/** Polls for the events of one installation. For a plugin that the service cannot reach. */
import { setTimeout as pause } from 'node:timers/promises';
import { KushkClient } from './client.js';
import { KushkError } from './errors.js';
import type { EventIntake } from './event-intake.js';
import { loggedError } from './logged-error.js';
import type { PluginDefinition } from './plugin-definition.js';
import type { StoredInstallation } from './store.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

export interface EventPollOptions {
  readonly plugin: PluginDefinition;
  readonly intake: EventIntake;
  readonly installationId: string;
  readonly signal: AbortSignal;
}

/** Polls from the stored cursor until the signal aborts, or the installation is removed or its token refused. */
export async function pollEvents(options: EventPollOptions): Promise<'aborted' | 'removed'> {
  const { plugin, installationId, signal } = options;
  let failures = 0;
  while (!signal.aborted) {
    const installation = await plugin.store.find(installationId);
    if (installation === null) return 'removed';
    try {
      await handlePages(installation, options, () => (failures = 0));
    } catch (error) {
      if (signal.aborted) break;
      logFailure(options, error);
      if (error instanceof KushkError && error.status === 401) return 'removed';
      // Events older than the oldest stored event are lost. Polling continues with the stored events.
      if (KushkError.is(error, 'events.cursor_expired')) await plugin.store.saveCursor(installationId, '');
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      failures += 1;
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return 'aborted';
}

async function handlePages(
  installation: StoredInstallation,
  { plugin, intake, installationId, signal }: EventPollOptions,
  onHandled: () => void,
): Promise<void> {
  const client = new KushkClient({ apiBase: installation.api_base, token: installation.token });
  const after = (await plugin.store.cursor(installationId)) ?? '';
  for await (const page of client.followEvents({ after, signal })) {
    for (const event of page.events) {
      const outcome = await intake.handle(installation, event, null);
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
    onHandled();
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

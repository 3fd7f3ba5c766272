/** Starts a plugin that polls, and looks at its requests for events. */
import { credentialVariables } from '../../dev/credential-variables.js';
import type { Verdict } from '../case.js';
import type { EventFeed } from '../event-feed.js';
import type { Restart, TestContext } from '../test-context.js';
import type { TestInstallation } from '../test-installation.js';
import { failed } from './steps.js';
import { happens } from './waiting.js';

/** A poller that does not wait for events (`wait`) asks at intervals, so it gets more time than a pushed event. */
const POLL_FACTOR = 3;

/** Starts the plugin with the credentials of a new installation, and waits until it polls: its work has begun. */
export async function startPoller(context: TestContext, how: Restart = {}): Promise<TestInstallation> {
  const installation = context.newInstallation();
  const { token, secret } = installation.credentials;
  const environment = credentialVariables({
    installation_id: installation.id,
    api_base: installation.apiBase,
    token,
    signing_secret: secret,
  });
  await restarted(context, { ...how, environment });
  context.setMain(installation);
  const { feed } = context.service.apiOf(installation);
  await happens(() => feed.requests.length > 0, limitMs(context));
  return installation;
}

/** The command refuses to test a plugin that polls without `--run`. */
export const restarted = (context: TestContext, how: Restart): Promise<void> =>
  context.options.restart === null ? Promise.resolve() : context.options.restart(how);

export async function main(context: TestContext): Promise<{ installation: TestInstallation; feed: EventFeed }> {
  const installation = context.currentMain() ?? (await startPoller(context));
  return { installation, feed: context.service.apiOf(installation).feed };
}

export const limitMs = ({ options }: TestContext): number => options.effectMs * POLL_FACTOR;
export const seconds = (ms: number): string => `${ms / 1_000} s`;

/** Whether the plugin asks for the events after the newest one, so it has handled that. */
export const acknowledges = (context: TestContext, feed: EventFeed): Promise<boolean> => {
  const wanted = feed.head;
  return happens(() => feed.requests.some(({ after }) => after === wanted), limitMs(context));
};

export const notAcknowledged = (context: TestContext, feed: EventFeed): Verdict =>
  failed(`within ${seconds(limitMs(context))} no request with after=${feed.head}: ${shownRequests(feed)}`);

export const shownRequests = ({ requests }: EventFeed): string =>
  requests
    .slice(-5)
    .map(({ after, status }) => `GET /events?after=${after} → ${status ?? 'waits'}`)
    .join(', ') || 'no GET /events at all';

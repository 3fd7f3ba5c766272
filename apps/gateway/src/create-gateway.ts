import { randomUUID } from 'node:crypto';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestFactory } from '@nestjs/core';
import { fastify, type FastifyInstance } from 'fastify';
import { Broker, ControlChannel, type LeaseProtocol } from '@kushk/broker';
import { controlMessages, installation, listsChangedByAny } from '@kushk/contracts';
import { givenRequestId, ProblemFilter, ProblemWriter } from '@kushk/edge';
import { attachTransport, log, nestLog, newId, readiness, type Config } from '@kushk/runtime';
import { GatewayModule } from './gateway.module.js';
import { ChangeHub } from './changes/change-hub.js';
import { respondToClientError } from './http/client-error.js';
import { mountRoutes } from './http/mount-routes.js';
import { rateChecks } from './http/rate-checks.js';
import { routeHint } from './http/route-hint.js';
import { readRateLimits } from './http/rate-limits.config.js';
import { mountPreflight } from './plugin/cors.js';
import { ReceivedCalls } from './plugin/received-calls.js';
import { ReceivedCallSharing } from './plugin/received-call-sharing.js';
import { builtDocs } from './docs/docs-site.js';
import { serveDocs } from './docs/serve-docs.js';
import { checkPluginDomain } from './frames/site.js';
import type { PageLimits } from './page-origins/page-limits.js';
import type { PageOrigins } from './page-origins/page-origins.js';
import { servePageOrigins, serverWithPages } from './page-origins/serve-page-origins.js';
import { mountSdk } from './sdk/mount-sdk.js';
import { authenticatorsFor } from './authentication/authenticators-for-role.js';
import { pluginLookups } from './authentication/plugin-lookups.js';
import { limitFailures } from './authentication/failed-authentication-limit.js';
import { servePages } from './pages/serve-pages.js';
import { BrowserSignIn } from './session/browser-sign-in.js';
import { mountUnsubscribe } from './mail/unsubscribe-routes.js';
import { mountSignIn } from './session/sign-in-routes.js';
import { signInParts } from './session/sign-in-parts.js';
import { routeTables } from './route-tables.js';
import { HubKeys } from './well-known/hub-keys.js';

/**
 * The longest `external_id` in a path: 200 characters of four UTF-8 bytes, each byte percent-encoded as three
 * characters.
 */
const PATH_SEGMENT_MAX_CHARACTERS = 2_400;
/**
 * A request and its body must arrive within this time. Node checks this only every 30 seconds by default, so the
 * check interval is set as well.
 */
const ARRIVAL_DEADLINE_MS = 10_000;
const ARRIVAL_CHECK_INTERVAL_MS = 1_000;
const KEEP_ALIVE_MS = 72_000;
/**
 * A connection ends when its client takes no byte of the response for this time. Otherwise a few clients that stop
 * reading would occupy the room for replies (`ReplyBudget`) for ever.
 */
const STALLED_CONNECTION_MS = 60_000;

/** What tests set. */
interface GatewayOptions {
  /** Without it, the one that all processes use. */
  readonly leases?: LeaseProtocol;
  readonly stalledConnectionMs?: number;
  readonly pages?: Partial<PageLimits>;
}

/** Creates a gateway. It does not listen yet: call `app.listen(port, host)`. Tests set the options. */
export async function createGateway(config: Config, options: GatewayOptions = {}): Promise<NestFastifyApplication> {
  checkPluginDomain(config);
  const problems = problemWriter(config);
  let pages: PageOrigins | null = null;
  const server = newServer(problems, config, { ...options, pageOrigins: () => pages });
  const app = await NestFactory.create<NestFastifyApplication>(GatewayModule.of(config), new FastifyAdapter(server), {
    bodyParser: false,
    logger: nestLog,
    abortOnError: false,
  });
  app.useGlobalFilters(new ProblemFilter(problems));
  const broker = app.get(Broker, { strict: false });
  const limits = readRateLimits(config.environment === 'production');
  mountHealth(server);
  const channel = app.get(ControlChannel, { strict: false });
  const lookups = pluginLookups(broker, { channel, peppers: config.peppers, protocol: options.leases });
  if (config.role === 'instance') {
    const limitHosts = limitFailures(limits.failed_authentication);
    const own = { broker, lookups, limitFailures: limitHosts, limits: options.pages };
    pages = servePageOrigins(server, config, own);
    // After the pages, whose open connections a revocation would have to end.
    server.addHook('preClose', lookups.endLeases);
    mountSdk(server);
    mountPreflight(server, {
      loadInstallation: lookups.installation,
      // A limit of its own: any page that a person opens can send preflights, and must not use up the failed
      // authentication of everybody behind the same address.
      limitFailures: limitFailures(limits.failed_authentication),
      problems,
    });
  }
  const changes = new ChangeHub();
  const keys = new HubKeys();
  channel.subscribe(listsChangedByAny, (message) => {
    if (message === null || message.changes.some(({ lists }) => lists.includes('instances'))) keys.forget();
    if (message === null) changes.dispatchAll();
    else changes.dispatch(message.changes);
  });
  const signIn = signInParts(config);
  const { people, sessions, origin } = signIn;
  const received = new ReceivedCalls(randomUUID());
  const docs = builtDocs();
  if (docs !== null) await serveDocs(server, { site: docs, origin, problems });
  await mountRoutes(server, routeTables(config, signIn, { received, keys }), {
    broker,
    changes,
    authenticators: authenticatorsFor(config, { people, sessions, lookups }),
    credentialOf: (request) => people.credentialOf(request),
    problems,
    limitFailures: limitFailures(limits.failed_authentication),
    batched: new Map([[installation.getSettings.subject, lookups.settings]]),
    rateCheckOf: rateChecks(limits),
    // Repetitions of a request are recognised for as long as its key is stored, whatever pepper is the first one.
    pepper: config.oldestPepper,
    receivedCalls: sharesReceivedCalls(config) ? shareReceivedCalls(received, { channel, changes }) : null,
  });
  await mountSignIn(server, {
    broker,
    sessions,
    problems,
    signIn: signIn.signIn,
    clientId: config.oidcClientId,
    limitFailures: limitFailures(limits.failed_authentication),
    browserSignIn: new BrowserSignIn({
      ...signIn,
      ...{ perAddress: limits.sign_in, perPerson: limits.sign_in_person },
    }),
  });
  await mountUnsubscribe(server, { broker, mails: signIn.mails, perAddress: limits.sign_in });
  await servePages(server, { role: config.role, folder: config.pagesFolder, origin, problems });
  await attachTransport(app);
  return app;
}

function problemWriter({ baseUrl, role }: Config): ProblemWriter {
  return new ProblemWriter({
    errorsBase: baseUrl,
    hintForPath: (url) => routeHint(role, url),
    onDefect: ({ error, requestId, code }) =>
      log.error(
        { request_id: requestId, code, err: error instanceof Error ? error : String(error) },
        'request failed unexpectedly',
      ),
  });
}

/** The hub has no plugin API, and in production nothing is recorded. */
function sharesReceivedCalls({ role, environment }: Config): boolean {
  return role === 'instance' && environment !== 'production';
}

function shareReceivedCalls(
  received: ReceivedCalls,
  { channel, changes }: { readonly channel: ControlChannel; readonly changes: ChangeHub },
): ReceivedCallSharing {
  const sharing = new ReceivedCallSharing({
    received,
    send: (message) => channel.publish(controlMessages.callsReceived, message),
    announce: (changed) => changes.dispatch(changed),
    schedule: (work, ms) => void setTimeout(work, ms).unref(),
  });
  channel.subscribe(controlMessages.callsReceived, (message) => sharing.receive(message));
  channel.subscribe(controlMessages.callsSent, (message) => {
    if (message !== null) received.addSent(message);
  });
  return sharing;
}

function newServer(
  problems: ProblemWriter,
  { baseUrl, trustedProxies }: Config,
  {
    stalledConnectionMs = STALLED_CONNECTION_MS,
    pageOrigins,
  }: GatewayOptions & { readonly pageOrigins: () => PageOrigins | null },
): FastifyInstance {
  const http = {
    requestTimeout: ARRIVAL_DEADLINE_MS,
    headersTimeout: ARRIVAL_DEADLINE_MS,
    connectionsCheckingInterval: ARRIVAL_CHECK_INTERVAL_MS,
  };
  const settings = {
    http,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: stalledConnectionMs,
    errorsBase: baseUrl,
  };
  return fastify({
    logger: false,
    genReqId: (request) => givenRequestId(request.headers['x-request-id']) ?? newId('req'),
    requestIdHeader: false,
    // Without trusted proxies, `X-Forwarded-For` is ignored: any client can send it.
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    serverFactory: serverWithPages(settings, pageOrigins),
    // Requests that arrived before the gateway stops still get a response.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => respondToClientError(error, socket, baseUrl),
    routerOptions: { maxParamLength: PATH_SEGMENT_MAX_CHARACTERS },
    frameworkErrors: (error, request, reply) => {
      problems.send(request as never, reply as never, error);
    },
  });
}

/** Says to load balancers whether to send requests here. The reasons and the metrics are on the port of health. */
function mountHealth(server: FastifyInstance): void {
  server.get('/health/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }));
  server.get('/health/ready', async (_request, reply) => {
    const { status } = await readiness();
    reply.code(status === 'not_ready' ? 503 : 200).header('cache-control', 'no-store');
    return { status };
  });
}

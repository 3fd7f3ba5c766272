/** Connects the pages of container plugins with the gateway's server. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Broker } from '@kushk/broker';
import { containers } from '@kushk/contracts';
import { hasSeveralHosts, newId, type Config } from '@kushk/runtime';
import type { FastifyInstance } from 'fastify';
import type { LimitFailures } from '../authentication/failed-authentication-limit.js';
import type { AllLookups } from '../authentication/plugin-lookups.js';
import { refuseSeveralHosts } from '../http/client-error.js';
import { requestSender } from '../http/request-sender.js';
import { PAGE_LIMITS, type PageLimits } from './page-limits.js';
import { PageOrigins } from './page-origins.js';
import { PageTargets } from './page-targets.js';

const LOOKUP_DEADLINE_MS = 3_000;

interface Dependencies {
  readonly broker: Broker;
  readonly lookups: AllLookups;
  readonly limitFailures: LimitFailures;
  readonly limits?: Partial<PageLimits> | undefined;
}

/** Creates the pages of an instance. Where it has no domain for them, no host is theirs. */
export function servePageOrigins(
  server: FastifyInstance,
  config: Config,
  { broker, lookups, limitFailures, limits }: Dependencies,
): PageOrigins {
  const targets = new PageTargets({ findHost: lookups.pageHost, findAddress: addressFinder(broker), limitFailures });
  const { pluginDomain, serviceOrigin, trustedProxies, baseUrl } = config;
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  const pages = new PageOrigins({
    pluginDomain,
    serviceOrigin: new URL(serviceOrigin).origin,
    errorsBase: baseUrl,
    targets,
    limits: { ...PAGE_LIMITS, ...limits },
    clientIp: (request) => proxyAddress(request, isTrusted),
  });
  lookups.onChanged((installationIds) => void pages.onChanged(installationIds));
  server.addHook('preClose', (done) => {
    pages.stop();
    done();
  });
  return pages;
}

function addressFinder(broker: Broker): (installationId: string) => Promise<string | null> {
  return async (installationId) => {
    const send = requestSender(broker, {
      actor: { kind: 'system' },
      requestId: newId('req'),
      traceparent: null,
      deadlineAtMs: performance.now() + LOOKUP_DEADLINE_MS,
    });
    return (await send(containers.findAddress, { installation_id: installationId })).reply.address;
  };
}

/** What Fastify sets on a server that it creates itself. */
interface ServerSettings {
  readonly http: ServerOptions;
  readonly keepAliveTimeout: number;
  readonly connectionTimeout: number;
  /** The base of the addresses of error pages. */
  readonly errorsBase: string;
}

/**
 * Creates the gateway's server: requests for the host of a page never reach its routes. `pages` is null on a hub, and
 * before the gateway is complete.
 */
export function serverWithPages(
  { http, keepAliveTimeout, connectionTimeout, errorsBase }: ServerSettings,
  pages: () => PageOrigins | null,
): (handler: RequestListener) => Server {
  return (handler) => {
    const options: ServerOptions = {
      ...http,
      // Everybody else's `Upgrade` is ignored, as without this.
      shouldUpgradeCallback: (request) => pages()?.isUpgrade(request) ?? false,
    };
    const server = createServer(options, (request, response) => {
      if (hasSeveralHosts(request)) return refuseSeveralHosts(response, errorsBase);
      const current = pages();
      if (current?.isFor(request) === true) void current.handle(request, response);
      else handler(request, response);
    });
    server.on('upgrade', (request, socket, head) => {
      void pages()?.handleUpgrade(request, socket as Parameters<PageOrigins['handleUpgrade']>[1], head);
    });
    server.keepAliveTimeout = keepAliveTimeout;
    server.setTimeout(connectionTimeout);
    return server;
  };
}

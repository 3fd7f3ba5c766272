import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { NestFactory } from '@nestjs/core';
import { fastify, type FastifyInstance } from 'fastify';
import { Broker } from '@kushk/broker';
import { givenRequestId, ProblemFilter, ProblemWriter } from '@kushk/edge';
import { attachTransport, healthRoutes, log, nestLog, type Config } from '@kushk/runtime';
import { GatewayModule } from './gateway.module.js';
import { answerBrokenRequest } from './http/broken-request.handler.js';
import { mount } from './http/mount.handler.js';
import { newRequestId } from './http/request-id.handler.js';
import { rateGates } from './http/rate-gate.js';
import { rateLimits } from './http/rate-limits.config.js';
import { answerPreflights } from './plugin/page-access.handler.js';
import { doorsOf, routesOf } from './roles.handler.js';

/** 200 characters of external_id, four bytes of UTF-8 each, three characters per byte where percent-encoded. */
const PATH_SEGMENT_MOST_CHARACTERS = 2_400;
/** A request, its body included, must have arrived by then; so often Node looks which have not, every half minute unless it is told. */
const ARRIVAL_DEADLINE_MS = 10_000;
const ARRIVAL_LOOK_MS = 1_000;
const KEEP_ALIVE_MS = 72_000;

/** A gateway that is ready to listen: `app.listen(port, host)`. */
export async function createGateway(config: Config): Promise<NestFastifyApplication> {
  const problems = new ProblemWriter({
    errorsBase: config.baseUrl,
    onFault: ({ error, requestId, code }) =>
      log.error(
        { request_id: requestId, code, error: error instanceof Error ? error : String(error) },
        'request failed by our fault',
      ),
  });
  const server = newServer(problems, config.baseUrl);
  const app = await NestFactory.create<NestFastifyApplication>(GatewayModule.of(config), new FastifyAdapter(server), {
    bodyParser: false,
    logger: nestLog,
    abortOnError: false,
  });
  app.useGlobalFilters(new ProblemFilter(problems));
  const broker = app.get(Broker, { strict: false });
  const policies = rateLimits(process.env['KUSHK_RATE_LIMITS'], config.environment === 'production');
  mountHealth(server);
  if (config.role === 'instance') answerPreflights(server);
  await mount(server, routesOf(config), {
    broker,
    doors: doorsOf(config, broker),
    problems,
    rateOf: rateGates(policies),
    pepper: config.pepper,
  });
  if (config.role === 'instance') await attachTransport(app);
  return app;
}

function newServer(problems: ProblemWriter, errorsBase: string): FastifyInstance {
  return fastify({
    logger: false,
    genReqId: (request) => givenRequestId(request.headers['x-request-id']) ?? newRequestId(),
    requestIdHeader: false,
    requestTimeout: ARRIVAL_DEADLINE_MS,
    http: {
      requestTimeout: ARRIVAL_DEADLINE_MS,
      headersTimeout: ARRIVAL_DEADLINE_MS,
      connectionsCheckingInterval: ARRIVAL_LOOK_MS,
    },
    keepAliveTimeout: KEEP_ALIVE_MS,
    // What has arrived when the gateway stops is still answered.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, errorsBase),
    routerOptions: { maxParamLength: PATH_SEGMENT_MOST_CHARACTERS },
    frameworkErrors: (error, request, reply) => {
      problems.send(request as never, reply as never, error);
    },
  });
}

function mountHealth(server: FastifyInstance): void {
  for (const [path, answer] of Object.entries(healthRoutes)) {
    server.get(path, async (_request, reply) => {
      const { status, contentType, body } = await answer();
      return reply.code(status).headers({ 'content-type': contentType, 'cache-control': 'no-store' }).send(body);
    });
  }
}

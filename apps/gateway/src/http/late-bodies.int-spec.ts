/**
 * A property of every route that reads a body, generated from the route tables: a request whose caller loses a right
 * after its head has arrived is answered like one that is sent after the loss, and nothing of it reaches a service.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, httpClient, statusAndCode, type HttpClient, type HttpResponse } from '@kushk/testing';
import { smallestValue } from '@kushk/testing/fuzz/schema-values';
import { routesOf } from '../../test/all-routes.js';
import { CallersWithRights, type Credential, type Loss } from '../../test/callers-with-rights.js';
import { startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';
import type { Route } from './route.js';

const HELD_MS = 1_000;

interface Sent {
  readonly name: string;
  readonly route: Route;
  readonly credential: Credential;
}

describe.each(['hub', 'instance'] as const)('a body that arrives late at the gateway of the %s', (role) => {
  let gateway: GatewayUnderTest;
  let callers: CallersWithRights;
  let client: HttpClient;
  const writes = routesOf(role).filter(({ method, callerKind }) => method !== 'GET' && callerKind !== 'anyone');
  const requested = new Map(writes.flatMap(({ calls }) => calls).map((type) => [type.subject, type]));

  beforeAll(async () => {
    gateway = await startGateway(role, { KUSHK_CONTAINER_DRIVER: 'docker' });
    callers = await CallersWithRights.of(gateway, role);
    client = httpClient(gateway.port);
    for (const type of requested.values()) await gateway.services.fail(type, 'busy');
  });
  afterAll(() => gateway.stop());

  const reached = (): readonly string[] =>
    gateway.services.received.map(({ subject }) => subject).filter((subject) => requested.has(subject));

  async function oneOfEach(routes: readonly Route[]): Promise<readonly Sent[]> {
    const sent = routes.map(async (route) =>
      (await callers.credentialsFor(route)).map((credential) => {
        return { name: `${route.method} ${route.path} with ${credential.name}`, route, credential };
      }),
    );
    return (await Promise.all(sent)).flat();
  }

  function send({ route, credential }: Sent, heldUntil?: Promise<unknown>): Promise<HttpResponse> {
    const path = route.path.replace(':installation_id', credential.installationId).replace(/:\w+/g, 'x');
    return client(path, {
      method: route.method,
      headers: { ...credential.headers, 'idempotency-key': 'k1' },
      json: route.body === null ? {} : smallestValue(route.body.schema),
      ...(heldUntil && { heldUntil }),
    });
  }

  /** Sends the heads, takes the rights away when all callers are authenticated, and then sends the bodies. */
  async function sendLate(requests: readonly Sent[], loss: Loss): Promise<ReadonlyMap<Sent, string>> {
    const early: string[] = [];
    let isHeld = true;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    callers.authenticated.clear();
    const responses = requests.map(async (request) => {
      const response = await send(request, released);
      if (isHeld) early.push(request.name);
      return [request, statusAndCode(response)] as const;
    });
    await eventually(() => callers.authenticated.size === requests.length);
    await sleep(HELD_MS);
    callers.loss = loss;
    isHeld = false;
    gateway.services.received.length = 0;
    release();
    const all = new Map(await Promise.all(responses));
    expect(early).toEqual([]);
    return all;
  }

  /** Each route with each credential that it accepts. */
  async function acceptedRequests(): Promise<readonly Sent[]> {
    callers.loss = 'nothing';
    const requests = await oneOfEach(writes);
    const responses = await Promise.all(requests.map((request) => send(request)));
    return requests.filter((_, index) => !isRefused(statusAndCode(responses[index]!)));
  }

  it('is accepted while its caller keeps the right', async () => {
    const requests = await acceptedRequests();
    expect(new Set(requests.map(({ route }) => route.definedAs))).toEqual(
      new Set(writes.map((route) => route.definedAs)),
    );
    const late = await sendLate(requests, 'nothing');
    // The smallest bodies reach a service, which is busy, except the smallest message of MCP and the smallest event.
    const isNone = /\/mcp$|\/dev\/.*\/events$/;
    const unexpected = [...late].filter(([{ route }, answer]) => answer[0] !== '5' && !isNone.test(route.path));
    expect(unexpected.map(([{ name }, answer]) => `${name}: ${answer}`)).toEqual([]);
  });

  it.each(['everything', 'roles'] as const)('is refused like a new request when its caller loses %s', async (loss) => {
    const requests = await acceptedRequests();
    callers.loss = loss;
    const asNew = new Map(
      await Promise.all(requests.map(async (request) => [request, statusAndCode(await send(request))] as const)),
    );
    callers.loss = 'nothing';
    const losing = requests.filter((request) => isRefused(asNew.get(request)!));
    if (loss === 'everything') expect(losing).toEqual(requests);
    const late = await sendLate(losing, loss);
    const named = (answers: ReadonlyMap<Sent, string>) => losing.map((one) => `${one.name}: ${answers.get(one)}`);
    expect(named(late)).toEqual(named(asNew));
    expect(reached()).toEqual([]);
  });
});

function isRefused(answer: string): boolean {
  return answer.startsWith('401') || answer.startsWith('403');
}

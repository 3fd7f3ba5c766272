/** A page of a container plugin in a real browser, embedded as the shell embeds it: in a document of another site. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { containers, installation } from '@kushk/contracts';
import { eventually } from '@kushk/testing';
import { launchChromium, type Browser } from '../../../../tools/check/browser/chromium.js';
import { ContainerServer } from '../../test/container-server.js';
import { accepted } from '../../test/outcomes.js';
import { startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const LABEL = '0123456789abcdefghjkmnpqrs';

let gateway: GatewayUnderTest;
let container: ContainerServer;
let browser: Browser;
/** Documents that embed the page: one at the service's origin, one elsewhere. */
let service: Server;
let elsewhere: Server;

beforeAll(async () => {
  [service, elsewhere] = await Promise.all([embedder(), embedder()]);
  gateway = await startGateway('instance', { KUSHK_SERVICE_ORIGIN: originOf(service) });
  container = await ContainerServer.start();
  const host = { organisation_id: 'org_1', installation_id: 'ins_1', status: 'installed' } as const;
  await gateway.services.respond(installation.findPageHost, ({ label }) =>
    accepted({ host: label === LABEL ? host : null }),
  );
  await gateway.services.respond(containers.findAddress, () => accepted({ address: container.address }));
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await gateway?.stop();
  await container?.stop();
  for (const server of [service, elsewhere]) server?.close();
});

/** A server whose documents embed the page, and which sets a session cookie as the service does. */
async function embedder(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'set-cookie': '__Host-kushk-i1=secret; Path=/; Secure; HttpOnly; SameSite=Strict',
    });
    response.end(`<iframe src="${pageOrigin()}/cookies"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const pageOrigin = (): string => `http://${LABEL}.localhost:${gateway.port}`;

/** What the page's own script sees: its answer from a request, a WebSocket and server-sent events. */
const SCRIPT = `(async () => {
  const answer = await (await fetch('/api', { method: 'POST', body: 'abc' })).json();
  const socket = new WebSocket('ws://' + location.host + '/ws');
  const echo = await new Promise((resolve, reject) => {
    socket.onopen = () => socket.send('hello');
    socket.onmessage = ({ data }) => resolve(data);
    socket.onclose = reject;
  });
  const events = new EventSource('/events');
  const event = await new Promise((resolve, reject) => {
    events.onmessage = ({ data }) => resolve(data);
    events.onerror = reject;
  });
  return { bytes: answer.bytes, echo, event };
})()`;

describe('a page of a container plugin in a browser', () => {
  it('has its cookies, a WebSocket and events in the frame of another site, and no cookie of the service', async () => {
    const page = await browser.newPage();
    await page.goto(originOf(service));
    const frame = await eventually(() => page.frames().find((one) => one.url() === `${pageOrigin()}/cookies`));
    expect(await frame.evaluate(SCRIPT)).toEqual({ bytes: 3, echo: 'hello', event: '1' });
    const cookies = new Map(container.received.map(({ url, headers }) => [url, headers.cookie]));
    expect(cookies.get('/api')).toBe('own=1; other=2');
    expect(cookies.get('/ws')).toBe('own=1; other=2');
    expect(JSON.stringify(container.received)).not.toContain('secret');
  });

  it('is not shown by another origin', async () => {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    await page.goto(originOf(elsewhere));
    await eventually(() => problems.some((text) => text.includes(`frame-ancestors ${originOf(service)}`)));
    expect(page.frames().map((one) => one.url())).not.toContain(`${pageOrigin()}/cookies`);
  });
});

/**
 * The receiver of the plugins of a proof: one server on all loopback addresses, in its own process. Each plugin has an
 * address of its own (127.0.x.y). Prints its port and ends with its parent.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyCall } from '@kushk/credentials';
import { respondAs } from './receiver-behaviour.js';
import { preciseNow, type Behaviour, type ReceivedEvent, type ReceiverCommand } from './receiver-protocol.js';

const behaviours = new Map<string, Behaviour>();
const secrets = new Map<string, string>();
let events: ReceivedEvent[] = [];

const server = createServer((request, response) => {
  const arrivedAtMs = preciseNow();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => receive(request, response, { body: Buffer.concat(chunks), arrivedAtMs }));
  for (const stream of [request, response]) stream.on('error', () => undefined);
});
server.keepAliveTimeout = 60_000;
server.on('connection', (socket) => socket.on('error', () => undefined));

function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { body, arrivedAtMs }: { readonly body: Buffer; readonly arrivedAtMs: number },
): void {
  if (!request.url?.endsWith('/events')) {
    respondAs('ok', response);
    return;
  }
  const host = (request.headers.host ?? '').split(':')[0] ?? '';
  const behaviour = isSigned(request, body) ? (behaviours.get(host) ?? 'ok') : 'rejected';
  const status = respondAs(behaviour, response);
  const event = JSON.parse(body.toString()) as { sequence: number; data: Record<string, string | null | undefined> };
  const { proposal_id, external_id, reason, settings_revision } = event.data;
  events.push({
    host,
    eventId: String(request.headers['service-event-id']),
    installationId: String(request.headers['service-installation-id']),
    attempt: Number(request.headers['service-attempt']),
    sequence: event.sequence,
    number: Number(proposal_id?.slice('prp_'.length) ?? settings_revision),
    key: external_id ?? '',
    dwellMs: arrivedAtMs - Number(reason ?? NaN),
    arrivedAtMs,
    body: createHash('sha1').update(body).digest('base64'),
    status,
  });
}

/** Without a required secret, any signature is accepted. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const secret = secrets.get(String(request.headers['service-installation-id']));
  const header = request.headers['service-signature'];
  return secret === undefined || verifyCall({ header, body }, secret, { nowSeconds: Math.floor(Date.now() / 1_000) });
}

process.on('message', (command: ReceiverCommand) => {
  switch (command.kind) {
    case 'behave':
      for (const host of command.hosts) behaviours.set(host, command.behaviour);
      break;
    case 'secret':
      secrets.set(command.installationId, command.secret);
      break;
    case 'collect':
      process.send?.(events);
      events = [];
  }
});
process.on('disconnect', () => process.exit(0));
server.listen({ host: '0.0.0.0', port: 0, backlog: 4_096 }, () =>
  process.send?.((server.address() as AddressInfo).port),
);

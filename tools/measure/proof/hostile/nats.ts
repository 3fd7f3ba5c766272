/** A service that somebody has taken over, with its own NATS user: what it can send, read and change. */
import { consumerName, factStreamName, reactionsOf, releasesStream } from '@kushk/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { each, expectSeen, type Attack } from './attack.js';
import type { ProductionSystem } from './production-system.js';

const withinMs = 1_500;
const refused = 'refused';
const isViolation = (error: unknown): boolean =>
  error instanceof Error && /permissions? violation/i.test(`${error.name} ${error.message} ${String(error.cause)}`);

/** Sends a message. A permission violation is the only answer that counts as a refusal. */
async function tryRequest(nats: NatsConnection, subject: string, body: object = {}): Promise<string> {
  try {
    const reply = await nats.request(subject, JSON.stringify(body), { timeout: withinMs });
    return `answered ${reply.string().slice(0, 60)}`;
  } catch (error) {
    return isViolation(error) ? refused : `sent: ${error instanceof Error ? error.message : ''}`;
  }
}

async function trySubscribe(nats: NatsConnection, subject: string): Promise<string> {
  const violation = new Promise<string>((resolve) => {
    nats.subscribe(subject, {
      callback: (error) => {
        if (error !== null) resolve(isViolation(error) ? refused : error.message);
      },
    });
  });
  await nats.flush();
  const allowed = new Promise<string>((resolve) => setTimeout(resolve, withinMs, 'subscribed'));
  return await Promise.race([violation, allowed]);
}

async function asWallet(
  system: ProductionSystem,
  attempt: (nats: NatsConnection) => Promise<Readonly<Record<string, unknown>>>,
) {
  const nats = await system.connectAs('i1', 'wallet');
  void (async () => {
    // The client reports each violation here too.
    for await (const _ of nats.status());
  })();
  try {
    return expectSeen(await attempt(nats), refused);
  } finally {
    await nats.close();
  }
}

const others = ['workspace', 'installation', 'delivery'] as const;
const requests: Attack = {
  name: 'a service that was taken over sends no request, and receives none of another service and no reply to one',
  plantedDefect: 'services-send-requests',
  run: (system) =>
    asWallet(system, async (nats) => {
      const sent = [
        'i1.cmd.workspace.person.add',
        'i1.qry.installation.installation.get',
        'hub.cmd.catalogue.key.issue',
      ];
      const received = [
        'i1.cmd.workspace.>',
        'i1.qry.>',
        '_INBOX.>',
        '_INBOX.i1.instance_gateway.>',
        '>',
        'i1.ctl.>',
        '$JS.ACK.>',
      ];
      const facts = others.map((service) => `i1.evt.${service}.thing.done.v1.x`);
      return {
        ...(await each([...sent, ...facts], String, (subject) => tryRequest(nats, subject))),
        ...(await each(
          received,
          (subject) => `listen ${subject}`,
          (subject) => trySubscribe(nats, subject),
        )),
      };
    }),
};

const streams: Attack = {
  name: 'a service that was taken over neither reads, purges nor deletes the streams of another, nor takes its facts',
  plantedDefect: 'streams-of-others',
  run: (system) =>
    asWallet(system, async (nats) => {
      const names = [...others.map((service) => factStreamName('i1', service)), releasesStream];
      const verbs = ['MSG.GET', 'PURGE', 'DELETE', 'UPDATE', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE', 'LEADER.STEPDOWN'];
      const stolen = reactionsOf.delivery.map(({ publisher, reaction }) => {
        const consumer = `${consumerName({ service: 'delivery', reaction })}_1`;
        return `$JS.API.CONSUMER.MSG.NEXT.${factStreamName('i1', publisher)}.${consumer}`;
      });
      // The wallet follows the facts of `installation`, so it may read them.
      const followed = `$JS.API.STREAM.MSG.GET.${factStreamName('i1', 'installation')}`;
      const subjects = names
        .flatMap((name) => verbs.map((verb) => `$JS.API.STREAM.${verb}.${name}`))
        .filter((subject) => subject !== followed);
      return await each([...subjects, ...stolen, '$JS.API.STREAM.CREATE.NEW'], String, (subject) =>
        tryRequest(nats, subject, { seq: 1, name: 'NEW', subjects: ['i1.cmd.>'] }),
      );
    }),
};

const ownStream: Attack = {
  name: 'a service that was taken over does not make its own stream capture the requests of others',
  plantedDefect: 'services-configure-streams',
  run: (system) =>
    asWallet(system, async (nats) => {
      const name = factStreamName('i1', 'wallet');
      const { config } = (await nats.request(`$JS.API.STREAM.INFO.${name}`)).json<{ config: { subjects: string[] } }>();
      const captured = { ...config, subjects: [...config.subjects, 'i1.qry.workspace.>', 'i1.cmd.workspace.>'] };
      const attempts = ['UPDATE', 'CREATE'].map((verb) => `$JS.API.STREAM.${verb}.${name}`);
      const seen = await each(attempts, String, (subject) => tryRequest(nats, subject, captured));
      // The other attacks need the requests that the stream has captured.
      for (const subject of attempts) await tryRequest(nats, subject, config);
      return seen;
    }),
};

export const natsAttacks: readonly Attack[] = [requests, streams, ownStream];

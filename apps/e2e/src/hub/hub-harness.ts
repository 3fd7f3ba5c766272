/**
 * Starts a hub in this process on real servers: catalogue, review and two gateways, with one publisher and staff
 * accounts.
 */
import type { AddressInfo } from 'node:net';
import { Broker, BrokerConnection } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { newSigningKey } from '@kushk/credentials';
import { createService, readConfig, type ProcessName } from '@kushk/runtime';
import {
  AUDIENCE,
  eventually,
  freshDatabase,
  freshNats,
  httpClient,
  SignInProvider,
  type HttpClient,
} from '@kushk/testing';
import type { Type } from '@nestjs/common';
import { CatalogueModule } from '../../../catalogue/src/catalogue.module.js';
import { createGateway } from '../../../gateway/src/create-gateway.js';
import { ReviewModule } from '../../../review/src/review.module.js';

const GATEWAYS = 2;
/** The first operator. The harness adds the others as she would. */
const OPERATOR = 'olga';
const REVIEWERS = ['rita', 'sam'];

export interface HubHarness {
  /** The ports of the gateway processes. A production load balancer would distribute requests among them. */
  readonly ports: readonly number[];
  /** The key of the publisher `acme`. */
  readonly key: string;
  readonly publisher: HttpClient;
  /** An HTTP client of the staff member olga, who is operator and reviewer. */
  readonly staff: HttpClient;
  readonly signIn: SignInProvider;
  /** An HTTP client of one staff member at one of the gateways. The staff are olga and the reviewers rita and sam. */
  as(subject: string, gateway?: number): Promise<HttpClient>;
  /** An HTTP client without a credential at one of the gateways. */
  anyone(gateway?: number): HttpClient;
  stop(): Promise<void>;
}

/** Starts the hub. `stop` stops the parts in reverse order, so that no part calls one that has already stopped. */
export async function startHub(): Promise<HubHarness> {
  const ends: (() => Promise<unknown>)[] = [];
  const nats = await freshNats();
  ends.push(() => nats.stop());
  const signIn = await SignInProvider.start();
  ends.push(() => signIn.stop());
  const common = {
    KUSHK_SCOPE: 'hub',
    KUSHK_ENVIRONMENT: 'test',
    KUSHK_NATS_URL: nats.url,
    KUSHK_PEPPER: Buffer.alloc(32, 7).toString('base64url'),
    KUSHK_FIRST_OPERATOR: OPERATOR,
    KUSHK_BASE_URL: 'http://hub.test',
    KUSHK_OIDC_ISSUER: signIn.issuer,
    KUSHK_OIDC_AUDIENCE: AUDIENCE,
    KUSHK_ALIAS_KEY: Buffer.alloc(32, 3).toString('base64url'),
  };
  const service = async (name: ProcessName, module: Type) => {
    const database = await freshDatabase(name);
    ends.push(() => database.drop());
    const app = await createService(
      module,
      readConfig({
        ...common,
        KUSHK_SERVICE: name,
        KUSHK_DATABASE_URL: database.url,
        KUSHK_HEALTH_PORT: '1',
        KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
      }),
    );
    ends.push(() => app.close());
    await app.listen();
  };
  await service('catalogue', CatalogueModule);
  await service('review', ReviewModule);
  const ports: number[] = [];
  for (let gateway = 0; gateway < GATEWAYS; gateway += 1) {
    const app = await createGateway(
      readConfig({ ...common, KUSHK_SERVICE: 'gateway', KUSHK_ROLE: 'hub', KUSHK_HTTP_PORT: '1' }),
    );
    ends.push(() => app.close());
    await app.listen(0, '127.0.0.1');
    ports.push((app.getHttpServer().address() as AddressInfo).port);
  }
  const key = await firstKey(nats.url);
  const operator = { authorization: `Bearer ${await signIn.token(OPERATOR, { expires: '1 hour' })}` };
  for (const port of ports)
    await eventually(async () => (await httpClient(port, operator)('/operator/v1/staff')).status === 200);
  return {
    ports,
    key,
    signIn,
    publisher: httpClient(ports[0]!, { authorization: `Bearer ${key}` }),
    staff: httpClient(ports[0]!, operator),
    as: async (subject, gateway = 0) =>
      httpClient(ports[gateway]!, { authorization: `Bearer ${await signIn.token(subject, { expires: '1 hour' })}` }),
    anyone: (gateway = 0) => httpClient(ports[gateway]!),
    stop: async () => {
      for (const end of ends.reverse()) await end();
    },
  };
}

async function firstKey(natsUrl: string): Promise<string> {
  const link = await BrokerConnection.connect(natsUrl, 'test');
  const broker = new Broker(link, { scope: 'hub' });
  const options = {
    actor: { kind: 'staff', subject: 'olga', roles: ['operator'], name: 'Olga' } as const,
    requestId: 'req_test',
  };
  const staff = await broker.request(catalogue.listStaff, { limit: 1, cursor: null }, options);
  if (!staff.accepted) throw new Error('the staff was not listed');
  const { id } = staff.reply.items[0]!;
  await broker.request(
    catalogue.changeStaff,
    { id, name: null, roles: ['operator', 'reviewer'], by: OPERATOR },
    options,
  );
  for (const subject of REVIEWERS)
    await broker.request(catalogue.addStaff, { subject, name: subject, roles: ['reviewer'], by: OPERATOR }, options);
  await broker.request(catalogue.addPublisher, { id: 'acme', name: 'Acme' }, options);
  const issued = await broker.request(
    catalogue.issueKey,
    { publisher_id: 'acme', label: 'CI', expires_at: null },
    options,
  );
  await link.close();
  if (!issued.accepted || issued.reply.secret === null) throw new Error('the first key was not issued');
  return issued.reply.secret;
}

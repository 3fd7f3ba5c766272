import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { eventually, startService, type ServiceUnderTest } from '@kushk/testing';
import { freePorts } from '../../test/free-ports.js';
import { SimulatedCluster } from '../../test/kubernetes/simulated-cluster.js';
import { containerStream } from '../container/container.js';
import { OnInstallationRemovedHandler } from '../container/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from '../container/on-installation-requested/on-installation-requested.handler.js';
import { OnRemovedAnsweredHandler } from '../container/on-removed-answered/on-removed-answered.handler.js';
import { ContainersModule } from '../containers.module.js';
import { PORTS_PER_INSTALLATION } from './cluster-relays.js';

const at = '2026-11-20T10:00:00.000Z';
const parties = { installation_id: 'ins_1', organisation_id: 'org_1', plugin_id: 'ir.acme.box', at };
const container = { image: `r.example/acme/box@sha256:${'a'.repeat(64)}`, port: 18_080, egress: ['api.acme.ir:443'] };
const nothing = { scopes: [], records: [], proposals: [], sources: [], services: [], plans: [], events: [] };
const capabilities = {
  plugin_id: 'ir.acme.box',
  version: '1.0.0',
  kind: 'instance' as const,
  base_url: null,
  container,
  ...nothing,
};

let cluster: SimulatedCluster;
let service: ServiceUnderTest;
let plugin: Server | undefined;
beforeAll(async () => {
  cluster = await SimulatedCluster.start();
  const first = await freePorts(PORTS_PER_INSTALLATION);
  service = await startService('containers', ContainersModule, {
    KUSHK_CONTAINER_DRIVER: 'kubernetes',
    KUSHK_CONTAINER_ENGINE: cluster.url,
    KUSHK_REGISTRY_URL: 'http://r.example',
    KUSHK_REGISTRY_USER: 'puller',
    KUSHK_KUBERNETES_POD_ADDRESS: '127.0.0.1',
    KUSHK_KUBERNETES_NETWORK_POLICIES: 'enforced',
    KUSHK_KUBERNETES_EGRESS_PORTS: `${first}-${first + PORTS_PER_INSTALLATION - 1}`,
  });
});
afterAll(async () => {
  plugin?.close();
  await service.stop();
  await cluster.stop();
});

const stateOf = async () => (await service.app.get(EventStore).load(streamRef(containerStream, 'ins_1'))).state;

describe('the containers service on a cluster', () => {
  it('runs a plugin behind its Service, says where it listens, and leaves nothing of it after a removal', async () => {
    await service.deliverTwice(OnInstallationRequestedHandler, {
      ...parties,
      plan: null,
      capabilities,
      api_base: 'http://127.0.0.1:8081/i/x/plugin/v1',
      sealed_signing_secret: 'sealed',
    });
    const address = await eventually(() => {
      const own = cluster.all('Service').find(({ metadata }) => metadata.labels?.['kushk.part'] === 'plugin');
      return (own?.['spec'] as { clusterIP: string } | undefined)?.clusterIP;
    });
    // The plugin: addresses of the simulated cluster are on this machine.
    const listening = createServer((socket) => socket.end());
    plugin = listening;
    await new Promise<void>((resolve) => listening.listen(container.port, address, resolve));
    await eventually(async () => {
      expect(await stateOf()).toMatchObject({
        listening: { version: '1.0.0', address: `${address}:${container.port}` },
      });
      return true;
    });
    expect(cluster.all('Pod')).toHaveLength(1);
    expect(cluster.all('EndpointSlice')).toHaveLength(2);

    await service.deliverTwice(OnInstallationRemovedHandler, parties);
    await service.deliverTwice(OnRemovedAnsweredHandler, { installation_id: 'ins_1', at });
    const removed = eventually(() => (cluster.objects.size === 1 ? [...cluster.objects.keys()] : null), 55_000);
    expect(await removed).toEqual([expect.stringMatching(/^Secret\//)]);
  });
});

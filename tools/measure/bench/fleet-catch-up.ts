import { createStreams, JetStreamFactStream, BrokerConnection } from '@kushk/broker';
import { catalogueFacts, subjectToken, type ReleaseStatusChangedV1 } from '@kushk/contracts';
import { canonicalDigest, releaseStatement, signDsse, statusStatement } from '@kushk/credentials';
import { factHeaders, type OutgoingFact } from '@kushk/event-store/fact-stream';
import { newId } from '@kushk/runtime';
import pg from 'pg';
import { calibratedRow } from './calibrated-row.js';
import { manifestJson } from './example-manifest.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { sizeOf } from './sizes.js';
import { hubKeys, startService } from './service-process.js';

const LIMIT_SECONDS = 60;
const plugins = 50;
const fullReleases = 10_000;
const releases = sizeOf({ normal: 4_000, full: fullReleases });
const pollMs = 100;

/**
 * Measures how long a new instance takes to list 10,000 releases (4,000 by default), each with a manifest of 200 lines
 * and two signatures. The time runs from the start of the installation service until all releases are in the
 * instance's store.
 */
export function run(): Promise<Row> {
  return withServers(async ({ database, natsUrl }) => {
    await fillStream(natsUrl);
    await createStreams({ url: natsUrl, scope: 'i1' });
    const databaseUrl = await database('installation');
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const startedAt = performance.now();
      const instance = await startService('installation', { scope: 'i1', databaseUrl, natsUrl });
      try {
        while ((await countListings(client)) < releases) await new Promise((wake) => setTimeout(wake, pollMs));
        const seconds = (performance.now() - startedAt) / 1_000;
        return await calibratedRow({
          name: `feed of ${releases.toLocaleString('en')} releases caught up`,
          measured: seconds,
          limit: LIMIT_SECONDS * (releases / fullReleases),
          unit: 's',
          note: `${Math.round(releases / seconds)} releases/s`,
        });
      } finally {
        await instance.stop();
      }
    } finally {
      // Otherwise the end of the server is an error of the client, which hides the reason of the failure.
      await client.end();
    }
  });
}

async function countListings(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from listings');
  return rows[0]?.count ?? 0;
}

/** Publishes as many releases as a hub publishes in several years. */
async function fillStream(natsUrl: string): Promise<void> {
  const link = await BrokerConnection.connect(natsUrl, 'bench');
  const stream = await JetStreamFactStream.create(link, { scope: 'hub', service: 'catalogue' });
  await createStreams({ url: natsUrl, scope: 'hub', services: ['catalogue'] });
  const facts = Array.from({ length: releases }, (_, index) => published(index % plugins, Math.floor(index / plugins)));
  await stream.publish(facts.map(outgoing), 0);
  await link.close();
}

/** Returns the fact that publishes the `nth` release of a plugin. All releases of a plugin have the same schemas. */
function published(plugin: number, nth: number): ReleaseStatusChangedV1 {
  const identity = { plugin_id: `com.example.bench${plugin}`, version: `1.${nth}.0` };
  const manifest = manifestJson({ id: identity.plugin_id, version: identity.version, publisher: 'bench' }, plugin);
  const at = new Date().toISOString();
  const subject = { ...identity, manifest_digest: canonicalDigest(manifest) };
  const status = statusStatement({ ...subject, status: 'published', reason: null, sequence: nth + 1, at });
  const approval = releaseStatement({
    ...subject,
    image: null,
    tier: 'verified',
    decided_at: at,
    previous: nth === 0 ? null : `1.${nth - 1}.0`,
    provenance: null,
  });
  return {
    ...identity,
    status: 'published',
    sequence: nth + 1,
    plugin_api: '1.0',
    tier: 'verified',
    manifest,
    statement: signDsse(hubKeys.catalogue, status.payloadType, status.payload),
    approval: signDsse(hubKeys.review, approval.payloadType, approval.payload),
  };
}

function outgoing(data: ReleaseStatusChangedV1, index: number): OutgoingFact {
  const type = catalogueFacts.releaseStatusChanged.subject;
  const stream = `release-${data.plugin_id}@${data.version}`;
  return {
    subject: `hub.${type}.${subjectToken(stream)}`,
    eventId: newId('evt'),
    headers: {
      [factHeaders.cursor]: `1:${index + 1}`,
      [factHeaders.stream]: stream,
      [factHeaders.version]: '1',
      [factHeaders.type]: type,
      [factHeaders.at]: new Date().toISOString(),
    },
    body: JSON.stringify(data),
  };
}

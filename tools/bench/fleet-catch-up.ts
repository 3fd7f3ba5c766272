import { JetStreamFactStream, Link } from '@kushk/broker';
import { catalogueFacts, subjectToken, type ReleaseStatusChangedV1 } from '@kushk/contracts';
import { canonicalDigest, releaseStatement, signDsse, statusStatement } from '@kushk/credentials';
import { factHeaders, type OutgoingFact } from '@kushk/event-store/fact-stream';
import { newId } from '@kushk/runtime';
import pg from 'pg';
import { manifestJson } from './example-manifest.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { hubKeys, startService } from './service-process.js';

const LIMIT_SECONDS = 60;
const plugins = 50;
const releasesEach = 200;
const releases = plugins * releasesEach;
const lookEveryMs = 100;

/** A new instance takes in a feed of 10,000 releases, each with a manifest of 200 lines and two signatures: from the start of its process until all are in its store. */
export function run(): Promise<Row> {
  return withServers(async ({ database, natsUrl }) => {
    await fillFeed(natsUrl);
    const databaseUrl = await database('installation');
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const startedAt = performance.now();
    const instance = await startService('installation', { scope: 'i1', databaseUrl, natsUrl });
    try {
      while ((await offers(client)) < releases) await new Promise((wake) => setTimeout(wake, lookEveryMs));
      const seconds = (performance.now() - startedAt) / 1_000;
      const ratio = LIMIT_SECONDS / seconds;
      return {
        name: 'feed of 10,000 releases caught up',
        measured: seconds,
        rival: LIMIT_SECONDS,
        ratio,
        goal: 1,
        unit: 's',
        ok: ratio >= 1,
        note: `${Math.round(releases / seconds)} releases/s`,
      };
    } finally {
      await client.end();
      await instance.stop();
    }
  });
}

async function offers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from offers');
  return rows[0]?.count ?? 0;
}

/** Says what a hub would have said in years, as its relay would. */
async function fillFeed(natsUrl: string): Promise<void> {
  const link = await Link.to(natsUrl, 'bench');
  const stream = await JetStreamFactStream.over(link, { scope: 'hub', service: 'catalogue', replicas: 1 });
  await stream.prepare();
  const said = Array.from({ length: releases }, (_, index) => published(index % plugins, Math.floor(index / plugins)));
  await stream.publish(said.map(outgoing), 0);
  await link.close();
}

/** The `nth` release of a plugin, whose schemas stay what they are. */
function published(plugin: number, nth: number): ReleaseStatusChangedV1 {
  const known = { plugin_id: `com.example.bench${plugin}`, version: `1.${nth}.0` };
  const manifest = manifestJson({ id: known.plugin_id, version: known.version, publisher: 'bench' }, plugin);
  const at = new Date().toISOString();
  const named = { ...known, manifest_digest: canonicalDigest(manifest) };
  const word = statusStatement({ ...named, status: 'published', reason: null, sequence: nth + 1, at });
  const approval = releaseStatement({
    ...named,
    image: null,
    tier: 'verified',
    decided_at: at,
    previous: nth === 0 ? null : `1.${nth - 1}.0`,
  });
  return {
    ...known,
    status: 'published',
    sequence: nth + 1,
    plugin_api: '1.0',
    tier: 'verified',
    manifest,
    statement: signDsse(hubKeys.catalogue, word.payloadType, word.payload),
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

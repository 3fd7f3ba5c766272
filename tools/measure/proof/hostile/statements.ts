/** Releases as an instance gets them, from a hub that was taken over in part: one key, or only the transport. */
import {
  releasesStream,
  subjectToken,
  type DsseEnvelope,
  type JsonObject,
  type ReleaseStatusChangedV1,
} from '@kushk/contracts';
import {
  canonicalDigest,
  newSigningKey,
  releaseStatement,
  signDsse,
  statusStatement,
  type Jwk,
} from '@kushk/credentials';
import { factHeaders } from '@kushk/event-store';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { pollUntil } from '../../../run/seed/api.js';
import { each, expectSeen, type Attack } from './attack.js';
import { call } from './http.js';
import { newManifest, type Manifest } from './parties.js';
import type { ProductionSystem } from './production-system.js';

const factOf = (pluginId: string): string =>
  `hub.evt.catalogue.release.status-changed.v1.${subjectToken(`${pluginId} 1.0.0`)}`;

const withinMs = 30_000;
let lastVersion = 1_000;

interface StoredFact {
  readonly fact: ReleaseStatusChangedV1;
  readonly headers: MsgHdrs;
}

/** Works as the NATS user of the catalogue, whose stream the instances follow. */
async function asCatalogue<Result>(
  system: ProductionSystem,
  work: (
    publish: (pluginId: string, stored: StoredFact) => Promise<void>,
    last: () => Promise<StoredFact>,
  ) => Promise<Result>,
): Promise<Result> {
  const nats = await system.connectAs('hub', 'catalogue');
  try {
    const manager = await jetstreamManager(nats, { checkAPI: false });
    const last = async (): Promise<StoredFact> => {
      const { state } = await manager.streams.info(releasesStream);
      const message = await manager.streams.getMessage(releasesStream, { seq: state.last_seq });
      return { fact: message!.json<ReleaseStatusChangedV1>(), headers: message!.header };
    };
    const publish = async (pluginId: string, { fact, headers: stored }: StoredFact): Promise<void> => {
      const copied = headers();
      for (const [name, values] of stored) {
        // JetStream's own headers would make it reject the message, or take it for one that it has.
        if (!name.toLowerCase().startsWith('nats-')) for (const value of values) copied.append(name, value);
      }
      // A fact that the instance has not had: another version of its stream.
      copied.set(factHeaders.version, String((lastVersion += 1)));
      await jetstream(nats).publish(factOf(pluginId), JSON.stringify(fact), { headers: copied });
    };
    return await work(publish, last);
  } finally {
    await nats.close();
  }
}

/** A release as if the hub had published it: both statements are signed, by these keys. */
function signedRelease(
  manifest: Manifest,
  keys: { readonly status: Jwk; readonly approval: Jwk },
): ReleaseStatusChangedV1 {
  const [at, manifest_digest] = [new Date().toISOString(), canonicalDigest(manifest as JsonObject)];
  const release = { plugin_id: manifest.id, version: manifest.version };
  const sign = (key: Jwk, { payloadType, payload }: ReturnType<typeof statusStatement>): DsseEnvelope =>
    signDsse(key, payloadType, payload);
  const status = { ...release, status: 'published', reason: null, sequence: 1, at, manifest_digest } as const;
  const approval = {
    ...release,
    manifest_digest,
    image: null,
    tier: 'verified',
    decided_at: at,
    previous: null,
    provenance: null,
  } as const;
  return {
    ...release,
    ...{ status: 'published', sequence: 1, plugin_api: '1.0', tier: 'verified', manifest: manifest as JsonObject },
    statement: sign(keys.status, statusStatement(status)),
    approval: sign(keys.approval, releaseStatement(approval)),
  };
}

const isListed = async (system: ProductionSystem, { id }: Manifest): Promise<string> => {
  const { status } = await call('GET', `${system.instance}/instance/v1/store/${id}`, { token: system.tokens.admin });
  return status === 200 ? 'listed' : 'not listed';
};

const forged: Attack = {
  name: 'no release is listed that a wrong key signed, or whose manifest differs from what was signed',
  plantedDefect: 'keys-for-any-purpose',
  run: async (system) => {
    const { catalogue, review, installation } = system.secrets.signingKeys;
    const unknown = newSigningKey();
    const releases = (
      ['review key publishes', 'catalogue key approves', 'key of the instance', 'unknown key', 'changed'] as const
    ).map((name) => ({ name, manifest: newManifest() }));
    const keysOf = {
      'review key publishes': { status: review, approval: review },
      'catalogue key approves': { status: catalogue, approval: catalogue },
      'key of the instance': { status: installation, approval: installation },
      'unknown key': { status: unknown, approval: unknown },
      changed: { status: catalogue, approval: review },
    };
    return await asCatalogue(system, async (publish, last) => {
      const control = newManifest();
      await system.publish(control);
      const { headers: stored } = await last();
      for (const { name, manifest } of releases) {
        const fact = signedRelease(manifest, keysOf[name]);
        const sent =
          name === 'changed' ? { ...fact, manifest: { ...fact.manifest, base_url: 'https://evil.example.com' } } : fact;
        await publish(manifest.id, { fact: sent, headers: stored });
      }
      // Both keys together are the hub: this one is listed, after all that was sent before.
      const genuine = newManifest();
      await publish(genuine.id, {
        fact: signedRelease(genuine, { status: catalogue, approval: review }),
        headers: stored,
      });
      await pollUntil('the control', withinMs, async () => (await isListed(system, genuine)) === 'listed' || null);
      const seen = await each(
        releases,
        ({ name }) => name,
        ({ manifest }) => isListed(system, manifest),
      );
      return expectSeen(seen, 'not listed');
    });
  },
};

const replayed: Attack = {
  name: 'a statement that is sent again does not end a suspension',
  plantedDefect: 'replayed-statements',
  run: async (system) => {
    const manifest = newManifest();
    await system.publish(manifest);
    return await asCatalogue(system, async (publish, last) => {
      const published = await last();
      const suspend = `${system.hub}/operator/v1/releases/${manifest.id}/1.0.0/suspend`;
      const suspended = await call('POST', suspend, { token: system.tokens.operator, body: { reason: 'proof' } });
      await pollUntil('the suspension', withinMs, async () => (await last()).fact.status === 'suspended' || null);
      await publish(manifest.id, published);
      // What is published afterwards arrives afterwards.
      await system.publish(newManifest());
      const { json } = await call('GET', `${system.instance}/instance/v1/store/${manifest.id}`, {
        token: system.tokens.admin,
      });
      const consent = { scopes: [], base_url: manifest.base_url };
      const body = { plugin_id: manifest.id, settings: {}, consent };
      const install = await call('POST', `${system.instance}/instance/v1/installations`, {
        token: system.tokens.admin,
        body,
      });
      return expectSeen(
        {
          suspend: suspended.status,
          install: install.status >= 400 ? 'refused' : `installed ${JSON.stringify(json).slice(0, 40)}`,
        },
        { suspend: 200, install: 'refused' },
      );
    });
  },
};

export const statementAttacks: readonly Attack[] = [forged, replayed];

/**
 * All publisher keys that were ever issued, looked up by hash or by publisher. The time of last use is stored here
 * only; no fact records it.
 */
import { KEY_SCOPES, type KeyResource, type TrustResource } from '@kushk/contracts';
import { batchLoader, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { PublisherRow } from '../publisher/publishers.view.js';
import { TrustRow } from '../trust/trusts.view.js';
import { keyResource, type IssuedKeyResource } from './key-resource.js';
import { keyStream } from './key.js';

/** The columns are the values that queries filter or sort by; everything else that the API returns is in `resource`. */
@Entity('keys')
export class KeyRow {
  /** The id of the key. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') publisher_id: string;
  @Column('text') hash: string;
  @Column('timestamptz') created_at: Date;
  /** The trust of a key that was exchanged; null for the keys that the operator issued. */
  @Column('text', { nullable: true }) trust_id: string | null;
  /** A row of a version before scopes has neither `scopes` nor `plugin_id`. */
  @Column('json') resource: Omit<IssuedKeyResource, 'scopes' | 'plugin_id'> &
    Partial<Pick<IssuedKeyResource, 'scopes' | 'plugin_id'>>;
}

export const keysView = stateView({
  entity: KeyRow,
  of: keyStream,
  row: (key, { id }) =>
    key.status === 'absent'
      ? null
      : {
          publisher_id: key.publisherId,
          hash: key.hash,
          created_at: new Date(key.issuedAt),
          trust_id: key.exchange?.trustId ?? null,
          resource: keyResource(id, key),
        },
});

/** The last use of each key. It is not derived from the log, so a rebuild does not change it. */
@Entity('key_uses')
export class KeyUseRow {
  @PrimaryColumn('text') key_id: string;
  /** Rounded down to the minute. */
  @Column('timestamptz') used_at: Date;
}

interface FoundKey {
  readonly key: KeyResource;
  readonly publisher: PublisherRow;
  /** Null for a key that the operator issued. */
  readonly trust: TrustResource | null;
}
type JoinedKey = KeyRow & {
  readonly use: KeyUseRow | null;
  readonly publisher: PublisherRow;
  readonly trust: TrustRow | null;
};

@Injectable()
export class Keys {
  private readonly keysByHash = batchLoader((hashes: readonly string[]) => this.findAll(hashes));

  constructor(
    @InjectRepository(KeyRow) private readonly keys: Repository<KeyRow>,
    @InjectRepository(KeyUseRow) private readonly uses: Repository<KeyUseRow>,
  ) {}

  /** Finds the key with this keyed hash, even when the key is revoked or expired. */
  async byHash(hash: string): Promise<FoundKey | null> {
    return (await this.keysByHash.load(hash)) ?? null;
  }

  private async findAll(hashes: readonly string[]): Promise<ReadonlyMap<string, FoundKey>> {
    const keys = (await this.joined().where('key.hash in (:...hashes)', { hashes }).getMany()) as JoinedKey[];
    return new Map(
      keys.map((key) => [
        key.hash,
        { key: withLastUse(key), publisher: key.publisher, trust: key.trust?.resource ?? null },
      ]),
    );
  }

  /** Returns all keys that were issued to a publisher, newest first; not those that were exchanged. */
  async ofPublisher(publisherId: string): Promise<KeyResource[]> {
    const keys = await this.joined()
      .where('key.publisher_id = :publisherId and key.trust_id is null', { publisherId })
      .orderBy('key.created_at', 'DESC')
      .addOrderBy('key.stream_id', 'DESC')
      .getMany();
    return (keys as JoinedKey[]).map(withLastUse);
  }

  /** Records a use of a key. An earlier use never replaces a later one, whichever process writes last. */
  async recordUse(keyId: string, at: Date): Promise<void> {
    await this.uses.query(
      'insert into key_uses (key_id, used_at) values ($1, $2) on conflict (key_id) do update set used_at = excluded.used_at where key_uses.used_at < excluded.used_at',
      [keyId, at],
    );
  }

  private joined() {
    return this.keys
      .createQueryBuilder('key')
      .innerJoinAndMapOne('key.publisher', PublisherRow, 'publisher', 'publisher.stream_id = key.publisher_id')
      .leftJoinAndMapOne('key.trust', TrustRow, 'trust', 'trust.stream_id = key.trust_id')
      .leftJoinAndMapOne('key.use', KeyUseRow, 'used', 'used.key_id = key.stream_id');
  }
}

function withLastUse({ resource, use }: JoinedKey): KeyResource {
  const scopes = resource.purpose === 'registry' ? [] : KEY_SCOPES;
  return { scopes, plugin_id: null, ...resource, last_used_at: use?.used_at.toISOString() ?? null };
}

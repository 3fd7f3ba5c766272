/** Every key that was ever issued, found by its hash or by its publisher; and when it was last used, which is no fact. */
import type { KeyResource } from '@kushk/contracts';
import { InOneTurn, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { isoTime } from '../iso-time.view.js';
import { PublisherRow } from '../publisher/publishers.view.js';
import { keyStream } from './key.js';

@Entity('keys')
export class KeyRow {
  /** The key's id. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') publisher_id: string;
  @Column('text') label: string;
  @Column('text') hash: string;
  @Column('text') last4: string;
  @Column('timestamptz', isoTime) created_at: string;
  @Column('timestamptz', { nullable: true, ...isoTime }) expires_at: string | null;
  @Column('timestamptz', { nullable: true, ...isoTime }) revoked_at: string | null;
}

export const keysView = stateView({
  entity: KeyRow,
  of: keyStream,
  row: (key) =>
    key.status === 'absent'
      ? null
      : {
          publisher_id: key.publisherId,
          label: key.label,
          hash: key.hash,
          last4: key.last4,
          created_at: key.issuedAt,
          expires_at: key.expiresAt,
          revoked_at: key.status === 'revoked' ? key.revokedAt : null,
        },
});

/** Beside the log and not made from it: a rebuild leaves it alone. */
@Entity('key_uses')
export class KeyUseRow {
  @PrimaryColumn('text') key_id: string;
  /** To the minute. */
  @Column('timestamptz', isoTime) used_at: string;
}

export interface FoundKey {
  readonly key: KeyResource;
  readonly publisher: PublisherRow;
}
type JoinedKey = KeyRow & { readonly use: KeyUseRow | null; readonly publisher: PublisherRow };

@Injectable()
export class Keys {
  private readonly found = new InOneTurn((hashes: readonly string[]) => this.findAll(hashes));

  constructor(
    @InjectRepository(KeyRow) private readonly keys: Repository<KeyRow>,
    @InjectRepository(KeyUseRow) private readonly uses: Repository<KeyUseRow>,
  ) {}

  /** The key with this keyed hash, whether it is still in force or not. */
  async byHash(hash: string): Promise<FoundKey | null> {
    return (await this.found.of(hash)) ?? null;
  }

  private async findAll(hashes: readonly string[]): Promise<ReadonlyMap<string, FoundKey>> {
    const keys = (await this.joined().where('key.hash in (:...hashes)', { hashes }).getMany()) as JoinedKey[];
    return new Map(keys.map((key) => [key.hash, { key: keyResource(key), publisher: key.publisher }]));
  }

  /** All keys of a publisher, newest first. */
  async ofPublisher(publisherId: string): Promise<KeyResource[]> {
    const keys = await this.joined()
      .where('key.publisher_id = :publisherId', { publisherId })
      .orderBy('key.created_at', 'DESC')
      .addOrderBy('key.stream_id', 'DESC')
      .getMany();
    return (keys as JoinedKey[]).map(keyResource);
  }

  /** Notes a use; an older one never replaces a newer one, whichever process comes last. */
  async used(keyId: string, at: Date): Promise<void> {
    await this.uses.query(
      'insert into key_uses (key_id, used_at) values ($1, $2) on conflict (key_id) do update set used_at = excluded.used_at where key_uses.used_at < excluded.used_at',
      [keyId, at],
    );
  }

  private joined() {
    return this.keys
      .createQueryBuilder('key')
      .innerJoinAndMapOne('key.publisher', PublisherRow, 'publisher', 'publisher.stream_id = key.publisher_id')
      .leftJoinAndMapOne('key.use', KeyUseRow, 'used', 'used.key_id = key.stream_id');
  }
}

function keyResource(row: JoinedKey): KeyResource {
  const { stream_id: id, label, last4, created_at, expires_at, revoked_at, use } = row;
  return { id, label, last4, created_at, last_used_at: use?.used_at ?? null, expires_at, revoked_at };
}

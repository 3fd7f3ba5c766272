import type { DsseEnvelope } from '@kushk/contracts';
import { signDsse, signingKeyAt, statusStatement, type ReleaseStatusWord } from '@kushk/credentials';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';

/** Signs the hub's word on the status of a release with the catalogue's key that counts then (contract §6). */
@Injectable()
export class StatusSigner {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  readonly sign = (word: ReleaseStatusWord): DsseEnvelope => {
    const { payloadType, payload } = statusStatement(word);
    return signDsse(signingKeyAt(this.config.signingKeys, new Date(word.at)), payloadType, payload);
  };
}

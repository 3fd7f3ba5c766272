import type { DsseEnvelope } from '@kushk/contracts';
import { signDsse, statusStatement, type ReleaseStatusWord } from '@kushk/credentials';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';

/** Signs the hub's word on the status of a release with the catalogue's own key (contract §6). */
@Injectable()
export class StatusSigner {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  readonly sign = (word: ReleaseStatusWord): DsseEnvelope => {
    const { payloadType, payload } = statusStatement(word);
    return signDsse(this.config.signingKey, payloadType, payload);
  };
}

import { commandHandler } from '@kushk/broker';
import { catalogueAccess } from '@kushk/contracts';
import { hashCredential } from '@kushk/credentials';
import { refuse, streamRef } from '@kushk/decider';
import { CONFIG, now } from '@kushk/runtime';
import { accessCodeStream } from '../access-code.js';
import { AccessCodes } from '../access-codes.view.js';
import { accessStream } from '../access.js';
import { redeemAccessCode } from './redeem-access-code.js';

export const RedeemAccessCodeHandler = commandHandler(
  catalogueAccess.redeemAccessCode,
  { codes: AccessCodes, config: CONFIG },
  async ({ code, access_id: accessId }, { codes, config }, { run }) => {
    const found = await codes.byHash(config.peppers.map((pepper) => hashCredential(pepper, code)));
    if (found === null) return refuse('store.code_unknown');
    const { stream_id: codeId } = found;
    return run({
      name: 'RedeemAccessCode',
      streams: { code: streamRef(accessCodeStream, codeId), access: streamRef(accessStream, accessId) },
      command: { codeId, accessId, at: now().toISOString() },
      decide: (command, states) => redeemAccessCode(command, states),
    });
  },
);

import { tokenOf, type Tokens } from '../seed/people.js';
import type { Seeded } from '../seed/seed.js';
import type { Addresses } from './addresses.js';
import { writePrivateFile } from './private-file.js';

/** Writes `.kushk/dev.json`, which contains the addresses and one credential per role. */
interface DevFileContent {
  readonly addresses: Addresses;
  readonly tokens: Tokens;
  readonly seeded: Seeded;
  readonly password: string;
}

export function writeDevFile(path: string, { addresses, tokens, seeded, password }: DevFileContent): void {
  writePrivateFile(path, {
    hub: { base_url: addresses.hub.baseUrl },
    instances: [{ id: addresses.instance.id, service_origin: addresses.instance.serviceOrigin }],
    publisher: seeded.publisher,
    staff: {
      operator_token: tokenOf(tokens, 'operator'),
      reviewer_token: tokenOf(tokens, 'reviewer'),
      platform_admin_token: tokenOf(tokens, 'platform'),
    },
    organisation: {
      id: seeded.organisationId,
      admin_token: tokenOf(tokens, 'admin'),
      member_token: tokenOf(tokens, 'member'),
    },
    sign_in: { issuer: addresses.signIn.issuer, password },
    plugins: [{ id: seeded.pluginId, base_url: addresses.samplePlugin.baseUrl }],
  });
}

/** The system under test: what `.kushk/dev.json` contains, and a few values from the start of the run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface DevFile {
  readonly hub: { readonly base_url: string };
  readonly instances: readonly { readonly id: string; readonly service_origin: string }[];
  readonly publisher: { readonly id: string; readonly key: string };
  readonly staff: { readonly operator_token: string; readonly reviewer_token: string };
  readonly organisation: { readonly id: string; readonly admin_token: string; readonly member_token: string };
  readonly plugins: readonly { readonly id: string; readonly base_url: string }[];
}
interface FromSetup {
  readonly dataDir: string;
  readonly portBase: number;
  readonly collectorUrl: string;
  /** A token is for the hub or for the instance. */
  readonly tokens: Readonly<Record<'platform' | 'member2' | 'publisher' | 'platformAtHub' | 'member2AtHub', string>>;
}

function fromSetup(): FromSetup {
  const value = process.env['KUSHK_TEST_E2E'];
  if (value === undefined) throw new Error(`the system did not start: ${process.env['KUSHK_TEST_E2E_PROBLEM'] ?? ''}`);
  return JSON.parse(value) as FromSetup;
}

const setup = fromSetup();
const devFile = JSON.parse(readFileSync(join(setup.dataDir, 'dev.json'), 'utf8')) as DevFile;
const { signIn } = JSON.parse(readFileSync(join(setup.dataDir, 'secrets.json'), 'utf8')) as {
  readonly signIn: { readonly password: string };
};
const [instance] = devFile.instances;
if (instance === undefined) throw new Error('dev.json names no instance');

export const system = {
  ...setup,
  hub: devFile.hub.base_url,
  instance: instance.service_origin,
  instanceId: instance.id,
  /** The password of every account of the local sign-in provider. */
  password: signIn.password,
  publisher: devFile.publisher,
  organisationId: devFile.organisation.id,
  /** The sample plugin, a process of its own, which is installed in the demo organisation. */
  samplePlugin: devFile.plugins[0]!,
  tokens: {
    operator: devFile.staff.operator_token,
    reviewer: devFile.staff.reviewer_token,
    admin: devFile.organisation.admin_token,
    member: devFile.organisation.member_token,
    ...setup.tokens,
  },
} as const;

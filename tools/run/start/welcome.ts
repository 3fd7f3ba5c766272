import { accounts, type Account } from '../sign-in/accounts.js';
import type { Seeded } from '../seed/seed.js';
import type { Addresses } from './addresses.js';
import type { Screen } from './screen.js';

interface WelcomeContent {
  readonly addresses: Addresses;
  readonly seeded: Seeded;
  readonly password: string;
  readonly seconds: number;
  readonly devFile: string;
  readonly screen: Screen;
}

const isStaff = ({ staff, platformStaff = [] }: Account): boolean => staff.length + platformStaff.length > 0;
const isOfPublisher = ({ publishers = [] }: Account): boolean => publishers.length > 0;
const isInCompany = (account: Account): boolean => !isStaff(account) && !isOfPublisher(account);
const worksOnHub = (account: Account): boolean => account.staff.length > 0 || isOfPublisher(account);
const usernames = (isShown: (account: Account) => boolean): readonly string[] =>
  accounts.filter(isShown).map(({ username }) => username);

/** Renders the summary of a ready system: addresses, sign-in and the result of the sample plugin. */
export function welcome({ addresses, seeded, password, seconds, devFile, screen }: WelcomeContent): string {
  const { hub, instance, signIn, samplePlugin } = addresses;
  const pending = seeded.sample.proposals.filter((one) => one.status === 'pending');
  const [newest] = pending.length > 0 ? pending : seeded.sample.proposals;
  const rows: [string, string][] = [
    ['Hub', `${hub.baseUrl}  pages for ${usernames(worksOnHub).join(', ')}`],
    ['  publisher API', `${hub.baseUrl}/developer/v1/openapi.json`],
    ['Instance', `${instance.serviceOrigin}  pages for platform and the people of the demo company`],
    ['  plugin API', `${instance.serviceOrigin}/plugin/v1/openapi.json`],
    ['Sign-in', signIn.issuer],
    ['Sample plugin', samplePlugin.baseUrl],
  ];
  return [
    '',
    `  ${screen.strong('Kushk is ready')} ${screen.dim(`after ${seconds.toFixed(1)} s`)}`,
    '',
    ...rows.map(([name, address]) => `  ${name.padEnd(18)}${address}`),
    '',
    `  Sign in with the password ${screen.strong(password)}, as staff: ${usernames(isStaff).join(', ')}; as a publisher: ${usernames(isOfPublisher).join(', ')}`,
    `  or as one of the ${usernames(isInCompany).length} people of the demo company: ${usernames(isInCompany).join(', ')}`,
    `  Keys and tokens for scripts: ${devFile}`,
    '',
    `  The plugin ${seeded.pluginId} is installed and has ${seeded.sample.wallet.available} MU left; ${pending.length} of its proposals ${pending.length === 1 ? 'waits' : 'wait'} for a person.`,
    ...(newest ? [`  Its latest: ${newest.summary}`] : []),
    '',
    `  ${screen.dim('Ctrl-C stops everything; the data stays.')}`,
    '',
  ].join('\n');
}

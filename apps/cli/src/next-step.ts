/** What to do about a failure: a sentence of this command, else that of docs/guide/errors.yaml, as on the pages. */
import documents from '../../../docs/guide/errors.yaml';
import type { FailureDetails } from './failure.js';
import { phrase, textOf, type Language, type Phrase } from './phrase.js';

interface Remedy {
  readonly fix: string;
  readonly fix_fa: string;
}
const remedies = documents as Readonly<Record<string, Remedy>>;

/** Null for a failure whose message says it, and for a code that this version does not know. */
export function nextStepFor(
  { code, params, step }: Pick<FailureDetails, 'code' | 'params' | 'step'>,
  language: Language,
): string | null {
  const own = step ?? (code === 'tool.failed' ? stepForStatus(params?.['status']) : ownStepFor(code, params));
  if (own !== null) return textOf(own, language);
  // Codes such as `case.not_found` and `wallet.busy` share one page.
  const remedy = remedies[code] ?? remedies[code.slice(code.lastIndexOf('.') + 1)];
  if (remedy === undefined) return null;
  return language === 'fa' ? remedy.fix_fa : remedy.fix;
}

/** Where the page of the code is for programs that write the request themselves. */
function ownStepFor(code: string, params: FailureDetails['params']): Phrase | null {
  switch (code) {
    case 'auth.publisher_key_invalid':
      return phrase`set KUSHK_PUBLISHER_KEY to the whole key (kp_…) and try it with "kushk release list"; the operator replaces a lost or revoked key`;
    case 'auth.token_invalid':
      return phrase`sign in again and set KUSHK_TOKEN to the new token; with a local system leave KUSHK_TOKEN out`;
    case 'route.not_found':
      return phrase`check the address: release and usage need the hub (KUSHK_BASE_URL), dev needs an instance outside production (KUSHK_SERVICE_ORIGIN)`;
    case 'tool.not_found':
      return phrase`compare the name with "tools" in the manifest; "kushk dev" publishes a new tool when you save the manifest`;
    case 'catalogue.release_not_found':
      return phrase`"kushk release list" shows your plugins, and "kushk release list PLUGIN" the versions of one`;
    case 'catalogue.transition_invalid':
      return params?.['from'] === 'approved'
        ? phrase`"kushk operator release publish PLUGIN VERSION" publishes an approved release; it needs the role operator`
        : null;
    case 'cli.credential_missing':
      return phrase`the operator of a hub hands out publisher keys, and people sign in for a token; the local system needs neither: start it with "kushk dev"`;
    case 'tool.unreachable':
      return phrase`start the plugin: "kushk dev" in its folder, or "kushk dev restart" where that runs; it must listen at the base_url of the manifest`;
    case 'installation.settings_invalid':
      return phrase`"kushk store show PLUGIN" shows the settings with their rules; give them with --set NAME=VALUE; --set NAME=- asks for a secret or reads it from standard input, and --settings FILE reads several from a JSON file`;
    case 'installation.update_not_found':
      if (isNonEmpty(params?.['declined']))
        return phrase`every newer version was declined: "kushk store reopen INSTALLATION VERSION" takes this back, and "kushk store installed" shows the versions`;
      return phrase`there is no newer version to move to: "kushk store installed" shows the version of each installation`;
    case 'cli.unreachable':
      return phrase`check the address and whether the service runs; "kushk dev" starts a local system, and KUSHK_DATA_DIR names the folder of one that runs elsewhere`;
    default:
      return null;
  }
}

const isNonEmpty = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

export const WRITE_IN_TOOL = phrase`a tool changes nothing: write or charge when an event arrives, or when a person acts on your page`;

/** The status with which the plugin answered a tool call tells where to look. */
function stepForStatus(status: unknown): Phrase {
  if (Number(status) >= 300 && Number(status) < 400)
    return phrase`a redirect is not followed, so no function of the tool ran: answer at exactly this address; often a slash is missing, or a login page or a proxy is in front of it`;
  switch (status) {
    case 404:
      return phrase`the plugin that runs does not know this tool or this installation: "kushk dev restart" starts it again with your code; then compare its name in your code (createPlugin({ tools }), in the Python template TOOLS of plugin.py) with "tools" in the manifest; after a lost state folder "kushk store reconnect INSTALLATION" gives it new credentials and keeps its records; "kushk store installed" shows the id`;
    case 401:
      return phrase`the plugin verifies a body other than the one it received, or its secret is missing or wrong: "kushk store reconnect INSTALLATION" gives it new credentials and keeps its records; "kushk store installed" shows the id`;
    default:
      return phrase`the function of the tool failed. The error is in the plugin's own log`;
  }
}

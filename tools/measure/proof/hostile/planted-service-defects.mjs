/** The planted defects of the hostile proof in money, connections, statements and storage. */
import { change, gateway } from './planted-defects.mjs';

const wallet = (file, find, replace) => change(`apps/wallet/dist/${file}`, find, replace);
const money = {
  /** Any number is a count. */
  'any-count': wallet(
    'wallet/charge.js',
    'return Number.isInteger(count) && count >= min &&',
    'return Number.isInteger(count) &&',
  ),
  /** A charge does not look at the balance. */
  'unchecked-balance': wallet('wallet/charge.js', 'return available >= amountMicroMu ? null', 'return true ? null'),
  /** What is carried over is carried over again. */
  'remainder-carried-twice': wallet(
    'remainder/remainder.js',
    'microMu: String(BigInt(microMu) - BigInt(taken)),',
    'microMu: taken === microMu ? microMu : String(BigInt(microMu) - BigInt(taken)),',
  ),
  /** A budget ends with its installation. */
  'forgotten-budget': wallet('wallet/open-wallet/open-wallet.js', 'if (limits !== null) facts', 'if (false) facts'),
  /** A formula of a plugin is one in a table. */
  'formulas-in-tables': gateway('usage/csv.js', 'const safe = FORMULA.test(text) &&', 'const safe = false &&'),
};

const destinations = {
  /** A name may have any address. */
  'any-address': change(
    'libs/runtime/dist/outbound/destination.js',
    'return areAllowedAddresses(addresses, policy) ?',
    'return addresses.length > 0 ?',
  ),
  /** A plugin may be reached without TLS. */
  'any-base-url': change(
    'libs/manifest/dist/base-url.js',
    "if (parsed.protocol === 'https:') return null;",
    'return null;',
  ),
};

const permissions = (find, replace) => change('libs/contracts/dist/nats-permissions.js', find, replace);
const nats = {
  /** A service sends commands. */
  'services-send-requests': permissions(
    '        `${scope}.waiting.${role}.>`,\n',
    '        `${scope}.waiting.${role}.>`,\n        `${scope}.cmd.>`,\n',
  ),
  /** A service reads every stream. */
  'streams-of-others': permissions(
    '        ...reactionsOf[role].flatMap(',
    "        '$JS.API.STREAM.MSG.GET.*',\n        ...reactionsOf[role].flatMap(",
  ),
  /** A service configures its own streams. */
  'services-configure-streams': permissions(
    "jetStreamApi('STREAM.INFO', stream),\n",
    "jetStreamApi('STREAM.INFO', stream),\n                jetStreamApi('STREAM.UPDATE', stream),\n",
  ),
};

const statements = {
  /** A pinned key signs statements and approvals. */
  'keys-for-any-purpose': change(
    'apps/installation/dist/listing/evaluate-release/release-evaluator.js',
    'pinnedHubKeys.keys.filter(({ signs })=>signs === undefined || signs === purpose)',
    'pinnedHubKeys.keys',
  ),
  /** An old statement counts again. */
  'replayed-statements': change(
    'apps/installation/dist/listing/evaluate-release/evaluate-release.js',
    'if (sequence <= statement.sequence) return',
    'if (sequence < 0) return',
  ),
};

const storage = {
  /** Settings are stored as they are. */
  'unsealed-settings': change(
    'apps/installation/dist/installation/installation-secrets.js',
    'if (secrets.length === 0) return {',
    'if (secrets.length >= 0) return {',
  ),
  /** The log names the credential of a request. */
  'credentials-in-logs': gateway(
    'http/mount-routes.js',
    'caller: request.authenticated?.name\n',
    'caller: request.authenticated?.name,\n        credential: request.headers.authorization\n',
  ),
};

export const serviceDefects = { ...money, ...destinations, ...nats, ...statements, ...storage };

/** The key with which the hub's operator signs accounts. The servers must trust a key before an account has it. */
import { AccountServer } from '@kushk/broker';
import { newOperatorKey, operatorWithKeys, signedAgain, type NatsOperator } from '@kushk/credentials/nats-operator';
import { connectionProblem } from '@kushk/runtime';
import { EXIT, Failure } from '../exit-codes.js';
import { OPERATOR_FILE } from '../folder/nats-files.js';
import { storedText } from '../folder/stored-files.js';
import { storedVariable } from '../folder/stored-deployment.js';
import type { Rotated, Target } from '../rotate.js';

const SAFE_FILE = 'safe/nats-operator.json';
type Catalogue = NatsOperator['catalogue'] & { readonly next_operator_signing_seed?: string };
interface Stored {
  readonly server: NatsOperator['server'];
  readonly safe: NatsOperator['safe'];
  readonly catalogue: Catalogue;
}

/** In the first step the servers come to trust the new key, in the second one everything is signed with it. */
export async function rotatedOperatorKey(target: Target, value: string): Promise<Rotated> {
  const { folder, options } = target;
  const [server, safe] = [storedText(folder, OPERATOR_FILE), storedText(folder, SAFE_FILE)];
  if (server === undefined || safe === undefined)
    throw new Failure(EXIT.usage, `bring ${SAFE_FILE} back from the safe for this: it has the operator's identity`);
  const stored: Stored = {
    server: JSON.parse(server) as Stored['server'],
    safe: JSON.parse(safe) as Stored['safe'],
    catalogue: JSON.parse(value) as Catalogue,
  };
  return options.finish ? await usedKey(target, stored) : await trustedKey(stored);
}

async function trustedKey({ server, safe, catalogue }: Stored): Promise<Rotated> {
  if (catalogue.next_operator_signing_seed !== undefined)
    throw new Failure(EXIT.usage, 'nats-operator has a new key that waits for --finish');
  const { seed, operator } = await newOperatorKey({ server, safe }, catalogue.operator_signing_seed);
  return {
    replaced: {
      values: { 'nats-credentials': JSON.stringify({ ...catalogue, next_operator_signing_seed: seed }) },
      operator: { ...server, operator },
    },
    after:
      'restart the NATS servers, one after the other; then rotate nats-operator --finish --restarted, and put safe/ back',
  };
}

async function usedKey({ folder, answers }: Target, { server, safe, catalogue }: Stored): Promise<Rotated> {
  const { next_operator_signing_seed: seed, ...others } = catalogue;
  if (seed === undefined) throw new Failure(EXIT.usage, 'rotate nats-operator first, without --finish');
  const accounts = await signedAgain(server.accounts, seed);
  const operator = await operatorWithKeys({ server, safe }, [seed]);
  const url = storedVariable({ folder, answers }, 'catalogue', 'KUSHK_NATS_URL') ?? '';
  return {
    replaced: {
      values: { 'nats-credentials': JSON.stringify({ ...others, operator_signing_seed: seed }) },
      operator: { ...server, operator, accounts },
    },
    // The catalogue signs all other accounts again, and no service may sign the system account.
    apply: () => putAccount(url, catalogue.system_credentials, accounts[server.systemAccount] ?? ''),
    after:
      'restart catalogue; when the detail "instance accounts" of its /health/ready is in sync, restart the NATS servers, one after the other: the old key ends then',
  };
}

async function putAccount(url: string, credentials: string, jwt: string): Promise<void> {
  const server = new AccountServer(url, credentials, 'hub.catalogue.accounts');
  try {
    await server.put(jwt);
  } catch (error) {
    throw new Failure(
      EXIT.unreachable,
      `NATS does not take the system account: ${connectionProblem(error)}; nothing was changed`,
    );
  } finally {
    await server.close();
  }
}

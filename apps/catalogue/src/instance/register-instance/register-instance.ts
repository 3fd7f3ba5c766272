/** The operator registers an instance of the fleet, or describes a registered one anew after an upgrade. */
import {
  freeTextProblems,
  requestProblem,
  type InstanceResource,
  type JsonObject,
  type Problem,
} from '@kushk/contracts';
import { isPublicKey } from '@kushk/credentials';
import type { LinkKeys } from '@kushk/credentials/nats-accounts';
import { accept, refuse, type Decision } from '@kushk/decider';
import type { Instance, InstanceFact } from '../instance.js';
import { instanceResource } from '../instance-resource.js';

export interface RegisterInstance {
  readonly id: string;
  readonly name: string;
  readonly pluginApi: string;
  /** Null: it keeps the key that it has. */
  readonly publicKey: JsonObject | null;
  /** Of a new account on the hub's NATS; null where that has no accounts to give. */
  readonly link: LinkKeys | null;
  readonly at: string;
}
/** `linked`: whether it was given the account of the command. One that has an account keeps it. */
export type Registered = InstanceResource & { readonly linked: boolean };

/** An instance's id is the scope of its subjects: one token. `hub` is taken. */
const INSTANCE_ID = /^(?!hub$)[a-z0-9][a-z0-9-]{0,31}$/;
const PLUGIN_API = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;
const NAME_MAX_CODE_POINTS = 200;

/** Refusal: `request.invalid`. Registering the same again changes nothing. */
export function registerInstance(
  command: RegisterInstance,
  instance: Instance,
): Decision<readonly InstanceFact[], Registered> {
  const { id, name, pluginApi, at } = command;
  const problems = problemsOf(command);
  if (problems.length > 0) return refuse('request.invalid', { problems });
  const known = instance.status === 'absent' ? null : instance;
  const publicKey = command.publicKey === null ? (known?.publicKey ?? null) : publicPart(command.publicKey);
  const link = known?.link ? null : command.link;
  const reply = {
    ...instanceResource(id, { name, pluginApi, publicKey, registeredAt: known?.registeredAt ?? at }),
    linked: link !== null,
  };
  const data = { name, pluginApi, publicKey, at, ...(link && { link }) };
  if (known === null) return accept([{ type: 'InstanceRegistered', data }], reply);
  const same =
    link === null &&
    known.name === name &&
    known.pluginApi === pluginApi &&
    (known.publicKey ?? null)?.['kid'] === publicKey?.['kid'];
  return accept(same ? [] : [{ type: 'InstanceRedescribed', data }], reply);
}

/** Only what a verifier needs, whatever else was sent along. */
function publicPart({ x, kid }: JsonObject): JsonObject {
  return { kty: 'OKP', crv: 'Ed25519', x: x ?? null, kid: kid ?? null, alg: 'EdDSA', use: 'sig' };
}

function problemsOf({ id, name, pluginApi, publicKey }: RegisterInstance): readonly Problem[] {
  const problems = [
    ...freeTextProblems('/name', name, { required: true, maxCodePoints: NAME_MAX_CODE_POINTS, oneLine: true }),
  ];
  if (!INSTANCE_ID.test(id)) {
    problems.push(
      requestProblem('pattern', '/id', {
        message: 'must be 1 to 32 of a-z, 0-9 and dash, and not hub',
        message_fa: 'باید ۱ تا ۳۲ نویسه از a-z و 0-9 و خط تیره باشد، و hub نباشد',
      }),
    );
  }
  if (!PLUGIN_API.test(pluginApi))
    problems.push(
      requestProblem('pattern', '/plugin_api', {
        message: 'must be MAJOR.MINOR',
        message_fa: 'باید به شکل MAJOR.MINOR باشد',
        hint: 'for example "1.0"',
      }),
    );
  if (publicKey !== null && !isPublicKey(publicKey)) {
    problems.push(
      requestProblem('key_invalid', '/public_key', {
        message: 'must be a public JWK, OKP on Ed25519, with its RFC 7638 thumbprint as kid',
        message_fa: 'باید یک JWK عمومی OKP روی Ed25519 باشد که kid آن اثرانگشت RFC 7638 آن است',
        hint: 'the key that the instance serves at /.well-known/jwks.json',
      }),
    );
  }
  return problems;
}

/** The operator registers an instance, or updates the description of a registered one. */
import {
  freeTextProblems,
  requestProblem,
  type InstanceResource,
  type JsonObject,
  type Problem,
} from '@kushk/contracts';
import { isPublicKey } from '@kushk/credentials';
import type { LinkKeys } from '@kushk/credentials/nats-accounts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Instance, InstanceFact, InstanceRegistered, InstanceRegistration } from '../instance.js';
import { instanceResource } from '../instance-resource.js';

export interface RegisterInstance {
  readonly id: string;
  readonly name: string;
  readonly pluginApi: string;
  /** With `service_origins`, for which the instance signs. Null keeps the current key of the instance. */
  readonly publicKey: JsonObject | null;
  /** The origins that the keys of other instances are listed for. */
  readonly takenOrigins: readonly string[];
  /** Public keys of a new account on the hub's NATS; null when the hub's NATS does not run in operator mode. */
  readonly link: LinkKeys | null;
  readonly at: string;
}
/**
 * `linked`: whether the NATS account in the command was assigned to the instance. An instance that already has an
 * account keeps it.
 */
type RegistrationReply = InstanceResource & { readonly linked: boolean };

/** The id must be a single token of a NATS subject. `hub` is the subject prefix of the hub itself. */
const INSTANCE_ID = /^(?!hub$)[a-z0-9][a-z0-9-]{0,31}$/;
const PLUGIN_API = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;
const NAME_MAX_CODE_POINTS = 200;

/** Rejects with `request.invalid`. Registering the same description again changes nothing. */
export function registerInstance(
  command: RegisterInstance,
  instance: Instance,
): Decision<readonly InstanceFact[], RegistrationReply> {
  const problems = problemsOf(command);
  if (problems.length > 0) return refuse('request.invalid', { problems });
  switch (instance.status) {
    case 'absent':
      return accept([{ type: 'InstanceRegistered', data: factData(command, null) }], replyOf(command, null));
    case 'registered': {
      const facts: InstanceFact[] = changesInstance(command, instance)
        ? [{ type: 'InstanceUpdated', data: factData(command, instance) }]
        : [];
      return accept(facts, replyOf(command, instance));
    }
    default:
      return unreachable(instance);
  }
}

/** `known`: the registration before the command; null for a new instance. */
function factData(command: RegisterInstance, known: InstanceRegistration | null): InstanceRegistered['data'] {
  const { name, pluginApi, at } = command;
  const link = grantedLink(command, known);
  return { name, pluginApi, publicKey: publicKeyAfter(command, known), at, ...(link && { link }) };
}

function replyOf(command: RegisterInstance, known: InstanceRegistration | null): RegistrationReply {
  const { id, name, pluginApi, at } = command;
  const publicKey = publicKeyAfter(command, known);
  return {
    ...instanceResource(id, { name, pluginApi, publicKey, registeredAt: known?.registeredAt ?? at }),
    linked: grantedLink(command, known) !== null,
  };
}

function changesInstance(command: RegisterInstance, known: InstanceRegistration): boolean {
  return (
    grantedLink(command, known) !== null ||
    known.name !== command.name ||
    known.pluginApi !== command.pluginApi ||
    JSON.stringify(known.publicKey) !== JSON.stringify(publicKeyAfter(command, known))
  );
}

/** Returns the NATS account in the command, or null when the instance already has an account. */
function grantedLink({ link }: RegisterInstance, known: InstanceRegistration | null): LinkKeys | null {
  return known?.link ? null : link;
}

function publicKeyAfter({ publicKey }: RegisterInstance, known: InstanceRegistration | null): JsonObject | null {
  return publicKey === null ? (known?.publicKey ?? null) : publicPart(publicKey);
}

/** Keeps only the JWK members that a verifier needs. */
function publicPart(key: JsonObject): JsonObject {
  const { x = null, kid = null } = key;
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig', service_origins: originsOf(key) };
}

const MAX_ORIGINS = 4;

/** The `service_origins` of a key; empty unless all of them are origins. */
function originsOf({ service_origins: origins }: JsonObject): readonly string[] {
  const isValid =
    Array.isArray(origins) &&
    origins.length <= MAX_ORIGINS &&
    origins.every((one) => typeof one === 'string' && /^https?:/.test(one) && URL.parse(one)?.origin === one);
  return isValid ? (origins as readonly string[]) : [];
}

function problemsOf({ id, name, pluginApi, publicKey, takenOrigins }: RegisterInstance): readonly Problem[] {
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
  const origins = publicKey !== null && isPublicKey(publicKey) ? originsOf(publicKey) : null;
  if (origins?.length === 0)
    problems.push(
      requestProblem('key_invalid', '/public_key/service_origins', {
        message: 'must list the origins of the instance, for which it signs calls to plugins',
        message_fa: 'باید originهای نمونه را فهرست کند که برای آن‌ها فراخوانی‌های افزونه‌ها را امضا می‌کند',
        hint: 'the key that the instance serves at /.well-known/jwks.json has them',
      }),
    );
  if (origins?.some((origin) => takenOrigins.includes(origin)) === true)
    problems.push(
      requestProblem('origin_taken', '/public_key/service_origins', {
        message: 'lists an origin of another instance',
        message_fa: 'شامل origin یک نمونهٔ دیگر است',
      }),
    );
  return problems;
}

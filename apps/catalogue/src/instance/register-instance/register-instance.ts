/** The operator registers an instance of the fleet, or describes a registered one anew after an upgrade. */
import { freeTextProblems, requestProblem, type InstanceResource, type Problem } from '@kushk/contracts';
import { accept, refuse, type Decision } from '@kushk/decider';
import type { Instance, InstanceFact } from '../instance.js';

export interface RegisterInstance {
  readonly id: string;
  readonly name: string;
  readonly pluginApi: string;
  readonly at: string;
}

/** An instance's id is the scope of its subjects: one token. `hub` is taken. */
const INSTANCE_ID = /^(?!hub$)[a-z0-9][a-z0-9-]{0,31}$/;
const PLUGIN_API = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;
const NAME_MAX_CODE_POINTS = 200;

/** Refusal: `request.invalid`. Registering the same again changes nothing. */
export function registerInstance(command: RegisterInstance, instance: Instance): Decision<readonly InstanceFact[], InstanceResource> {
  const { id, name, pluginApi, at } = command;
  const problems = problemsOf(command);
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (instance.status === 'absent') {
    return accept([{ type: 'InstanceRegistered', data: { name, pluginApi, at } }], { id, name, plugin_api: pluginApi, registered_at: at });
  }
  const reply = { id, name, plugin_api: pluginApi, registered_at: instance.registeredAt };
  if (instance.name === name && instance.pluginApi === pluginApi) return accept([], reply);
  return accept([{ type: 'InstanceRedescribed', data: { name, pluginApi, at } }], reply);
}

function problemsOf({ id, name, pluginApi }: RegisterInstance): readonly Problem[] {
  const problems = [...freeTextProblems('/name', name, { required: true, maxCodePoints: NAME_MAX_CODE_POINTS, oneLine: true })];
  if (!INSTANCE_ID.test(id)) {
    problems.push(requestProblem('pattern', '/id', { message: 'must be 1 to 32 of a-z, 0-9 and dash, and not hub', message_fa: 'باید ۱ تا ۳۲ نویسه از a-z و 0-9 و خط تیره باشد، و hub نباشد' }));
  }
  if (!PLUGIN_API.test(pluginApi)) problems.push(requestProblem('pattern', '/plugin_api', { message: 'must be MAJOR.MINOR', message_fa: 'باید به شکل MAJOR.MINOR باشد', hint: 'for example "1.0"' }));
  return problems;
}

import { listOf, partsOf } from './additions.js';

const LOCAL = /^(?:https?:\/\/)?(?:(?:[^/:]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/i;

/** Whether a manifest names the local machine, which the check of the addresses accepts outside production alone. */
export function namesLocalHost(manifest: unknown): boolean {
  const { base_url, image, egress } = partsOf(manifest);
  return [base_url, image, ...listOf(egress)].some((one) => typeof one === 'string' && LOCAL.test(one));
}

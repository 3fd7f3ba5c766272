import type { Texts } from '@kushk/ui';

/** A reason in the words of the page: what the service itself gives is in English. */
export function reasonText(reason: string, t: Texts['t']): string {
  const [, version] = /^Replaced by (\S+)$/.exec(reason) ?? [];
  return version === undefined ? reason : t('release.replaced_by.version', { version });
}

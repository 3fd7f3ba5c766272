/** Names in the manifest, in the language of the page. They are apart from the choice, which loads its controls. */
import { inLanguage } from '@kushk/ui';
import type { Plan, PluginManifest } from '../manifest.js';

type Language = Parameters<typeof inLanguage>[1];

export const planName = (plan: Plan, language: Language): string => inLanguage(plan.names, language) ?? plan.key;

export function serviceName({ services = [] }: PluginManifest, key: string, language: Language): string {
  const names = services.find((service) => service.key === key)?.names;
  return inLanguage(names, language) ?? key;
}

import { inLanguage, useTexts } from '@kushk/ui';
import type { PluginManifest } from '../manifest.js';
import { unitsFor } from '../mu.js';

/** How much of the plan's first service an amount pays for; null when there is nothing to say. */
export function useEnough(manifest: PluginManifest, plan: string | null, amount: string | null): string | null {
  const { t, language } = useTexts();
  const rates = manifest.plans?.find(({ key }) => key === plan)?.rates ?? {};
  const [first] = Object.entries(rates);
  if (amount === null || first === undefined) return null;
  const count = unitsFor(amount, first[1]);
  const service = manifest.services?.find(({ key }) => key === first[0]);
  return count === null
    ? null
    : t('store.mu.enough', { count, service: inLanguage(service?.names, language) ?? first[0] });
}

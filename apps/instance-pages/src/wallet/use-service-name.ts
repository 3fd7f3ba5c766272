import { useQuery } from '@tanstack/react-query';
import { inLanguage, useTexts } from '@kushk/ui';
import { manifestOf } from '../store/manifest.js';
import { manifestQuery } from '../store/queries.js';

/** Returns how a service of the plugin is called; its key, until the manifest is there or when it has none. */
export function useServiceName(installationId: string): (key: string) => string {
  const { language } = useTexts();
  const { data } = useQuery(manifestQuery(installationId));
  const services = data && manifestOf(data.manifest).services;
  return (key) => inLanguage(services?.find((service) => service.key === key)?.names, language) ?? key;
}

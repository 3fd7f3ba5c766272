import { useQuery } from '@tanstack/react-query';
import { currentOrganisation, instanceApi, resultOf } from '@kushk/api-client';
import { useTexts, type Language } from '@kushk/ui';

const PAGE = 200;

/** Returns the name in the page's language, or in the first one that there is. */
export function nameIn(names: Readonly<Record<string, unknown>> | null | undefined, language: Language): string | null {
  const name = names?.[language] ?? names?.['en'] ?? Object.values(names ?? {})[0];
  return typeof name === 'string' && name !== '' ? name : null;
}

async function firstInstallations(signal: AbortSignal) {
  const query = { limit: PAGE };
  return (await resultOf(instanceApi.GET('/instance/v1/installations', { params: { query }, signal }))).items;
}

type Installation = Awaited<ReturnType<typeof firstInstallations>>[number];

/** Reads the installed plugins. */
export function usePlugins(): readonly Installation[] {
  return (
    useQuery({
      queryKey: ['installations', 'names'],
      queryFn: ({ signal }) => firstInstallations(signal),
      enabled: currentOrganisation() !== null,
    }).data ?? []
  );
}

/** Returns the name of a plugin by its id, or the id for a plugin that was removed. */
export function usePluginName(): (pluginId: string) => string {
  const { language } = useTexts();
  const names = new Map(usePlugins().map(({ plugin_id, names: all }) => [plugin_id, nameIn(all, language)]));
  return (pluginId) => names.get(pluginId) ?? pluginId;
}

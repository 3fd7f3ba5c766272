import { useQuery } from '@tanstack/react-query';
import { currentOrganisation, instanceApi, resultOf } from '@kushk/api-client';
import { useTexts } from '@kushk/ui';
import { distinctNames, nameIn } from './plugin-names.js';

const PAGE = 200;

async function firstInstallations(signal: AbortSignal) {
  const query = { limit: PAGE };
  return (await resultOf(instanceApi.GET('/instance/v1/installations', { params: { query }, signal }))).items;
}

type Installation = Awaited<ReturnType<typeof firstInstallations>>[number];

/** Reads the installed plugins, unless they are not needed. */
export function usePlugins(isNeeded = true): readonly Installation[] {
  return (
    useQuery({
      queryKey: ['installations', 'names'],
      queryFn: ({ signal }) => firstInstallations(signal),
      enabled: isNeeded && currentOrganisation() !== null,
    }).data ?? []
  );
}

/**
 * Returns the name of a plugin by its id, as lists and choices show it. A plugin that is not installed, or not read
 * yet, has the name that is given, or its id.
 */
export function usePluginName(
  isNeeded = true,
): (pluginId: string, names?: Readonly<Record<string, unknown>> | null) => string {
  const { language } = useTexts();
  const distinct = distinctNames(usePlugins(isNeeded), language);
  return (pluginId, names) => distinct.get(pluginId) ?? nameIn(names, language) ?? pluginId;
}

import { useQuery } from '@tanstack/react-query';
import { useTexts } from '@kushk/ui';
import { nameOf } from '../release/plugin-title.js';
import { usePublisher } from './publisher-pages.js';
import { pluginQuery } from './queries.js';

/** The name of a plugin of the publisher; its id until the name is there. */
export function usePluginName(id: string): string {
  const { language } = useTexts();
  const { data } = useQuery(pluginQuery(usePublisher().id, id));
  return nameOf(data?.names ?? {}, id, language);
}
